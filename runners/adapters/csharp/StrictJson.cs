// Reads JSON as RFC 8259 has it. Newtonsoft alone also takes comments, single quotes, commas at the end, NaN, octal
// numbers and two equal names, and makes dates of texts.
using System.Collections.Generic;
using System.IO;
using System.Text.RegularExpressions;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace ChannelSdk
{
    internal sealed class StrictJson
    {
        /// <summary>Deeper ones would overflow the stack, which ends a .NET program.</summary>
        private const int Depth = 64;

        private static readonly Regex Space = new Regex(@"\G[ \t\r\n]*", RegexOptions.Compiled);
        private static readonly Regex String = new Regex(
            @"\G""(?:[^""\\\u0000-\u001f]|\\(?:[""\\/bfnrt]|u[0-9a-fA-F]{4}))*""", RegexOptions.Compiled);
        private static readonly Regex Word = new Regex(
            @"\G(?:true|false|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)", RegexOptions.Compiled);

        private readonly string text;
        private int at;

        private StrictJson(string text) { this.text = text; }

        /// <exception cref="JsonException">It is no JSON.</exception>
        public static JToken Read(string text)
        {
            var checker = new StrictJson(text);
            checker.Value(0);
            if (checker.Next() != '\0') throw new JsonReaderException("more than one value");
            using (var reader = new JsonTextReader(new StringReader(text)) { DateParseHandling = DateParseHandling.None })
                return JToken.ReadFrom(reader);
        }

        private void Value(int depth)
        {
            if (depth > Depth) throw new JsonReaderException("nested too deep");
            switch (Next())
            {
                case '{': Members(depth); break;
                case '[': Items(depth); break;
                case '"': Take(String); break;
                default: Take(Word); break;
            }
        }

        private void Members(int depth)
        {
            var names = new HashSet<string>();
            for (var mark = '{'; Opens(mark, '}'); mark = ',')
            {
                Next();
                // Escapes can spell one name in two ways.
                if (!names.Add(JsonConvert.DeserializeObject<string>(Take(String))))
                    throw new JsonReaderException("a name stands twice"); // RFC 8259 section 4
                Take(':');
                Value(depth + 1);
            }
            Take('}');
        }

        private void Items(int depth)
        {
            for (var mark = '['; Opens(mark, ']'); mark = ',') Value(depth + 1);
            Take(']');
        }

        /// <summary>Is there one more, behind this mark?</summary>
        private bool Opens(char mark, char end)
        {
            if (mark == ',' && Next() == end) return false;
            Take(mark);
            return mark == ',' || Next() != end;
        }

        /// <summary>The next character that is no white space; NUL at the end.</summary>
        private char Next()
        {
            Take(Space);
            return at < text.Length ? text[at] : '\0';
        }

        private void Take(char mark)
        {
            if (Next() != mark) throw new JsonReaderException("not " + mark);
            at++;
        }

        private string Take(Regex words)
        {
            var found = words.Match(text, at);
            if (!found.Success) throw new JsonReaderException("no JSON");
            at += found.Length;
            return found.Value;
        }
    }
}
