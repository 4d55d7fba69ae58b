"""validate.py SCHEMA < DOCUMENT: prints what is wrong with an XML document by an XML Schema, and ends with 1 then."""
import sys

from lxml import etree

schema = etree.XMLSchema(etree.parse(sys.argv[1]))
try:
    document = etree.fromstring(sys.stdin.buffer.read())
except etree.XMLSyntaxError as error:
    sys.exit("no XML: %s" % error)
if not schema.validate(document):
    sys.exit("\n".join("%d: %s" % (error.line, error.message) for error in schema.error_log))
