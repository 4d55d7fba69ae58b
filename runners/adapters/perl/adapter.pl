# The loop of an adapter: reads questions, writes answers. It needs no change; the calls are in Calls.pm.
use strict;
use warnings;
use Cpanel::JSON::XS;
use FindBin;
use IO::Handle;
use lib $FindBin::Bin;

# What the SDK prints goes to standard error: on standard output it would land between two answers.
open my $answers, '>&', \*STDOUT or die "standard output: $!";
open STDOUT, '>&', \*STDERR or die "standard error: $!";
# Bytes on both sides: the codec reads and writes UTF-8.
binmode $_ for \*STDIN, $answers;
$answers->autoflush(1);

require Calls;

my $json  = Cpanel::JSON::XS->new->utf8->canonical;
my %calls = Calls::table();
delete @calls{ grep { !defined $calls{$_} } keys %calls };    # what is undef is not offered
my %methods = ( %calls, describe => \&describe );

# channelproof asks this first.
sub describe {
    return { protocol => 1, methods => [ sort keys %calls ], Calls::description() };
}

# An error of the protocol: code, message and, for code 1, the reason.
sub failure {
    my ( $code, $message, $reason ) = @_;
    my %data = defined $reason ? ( data => { reason => $reason } ) : ();
    return ( error => { code => $code, message => $message, %data } );
}

# The result or the error of one question, whatever goes wrong.
sub outcome {
    my ($question) = @_;
    my $method = $methods{ $question->{method} // '' } or return failure( -32601, 'method not offered' );
    my $result = eval { $method->( $question->{params} ) };
    return ( result => $result ) if defined $result;
    # Without the text of the error, which may hold a secret.
    my @translated = Calls::translate($@);
    return failure( @translated ? @translated : ( 3, 'unexpected ' . ( ref $@ || 'error' ) ) );
}

sub answer {
    my ($line) = @_;
    my $question = eval { $json->decode($line) };
    my @outcome = ref $question eq 'HASH' ? outcome($question) : failure( 3, 'unreadable question' );
    my %answer = ( jsonrpc => '2.0', id => ref $question eq 'HASH' ? $question->{id} : undef );
    return eval { $json->encode( { %answer, @outcome } ) }
        // $json->encode( { %answer, failure( 3, 'unwritable answer' ) } );
}

# readline ends at $/, which is the line feed.
while ( my $line = <STDIN> ) {
    print {$answers} answer($line), "\n";
}
