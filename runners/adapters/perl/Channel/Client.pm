# Calls the Real-Time Channel Service over HTTP (sections 4, 5 and 7). No message holds a secret or the Authorization
# value.
package Channel::Client;
use strict;
use warnings;
use Channel::Token;
use Cpanel::JSON::XS;
use Encode qw(encode_utf8);
use HTTP::Tiny;
use Time::HiRes;

my $BODY_LIMIT = 16 << 20;

# Sections 4.1 to 4.4.
my %ROUTES = (
    'auth.token'       => [ 'POST', '/auth/token' ],
    'streaming.start'  => [ 'POST', '/streaming/start' ],
    'streaming.update' => [ 'PUT',  '/streaming/update' ],
    'streaming.stop'   => [ 'POST', '/streaming/stop' ],
);

my $json = Cpanel::JSON::XS->new->utf8->canonical->allow_nonref;

# baseUrl, authorization (the whole value of the header, section 5) and timeoutMillis, for each call as a whole.
sub new {
    my ( $class, %options ) = @_;
    return bless {%options}, $class;
}

# One call: a hash of status and, after auth.token, token. Dies with a Channel::CallFailed.
sub call {
    my ( $self, $operation, $body ) = @_;
    my $route = $ROUTES{$operation} or Channel::Token::refuse( 'malformed', 'operation' );
    my $response = $self->_exchange( @$route, $json->encode($body) );
    my $status   = $response->{status} + 0;
    my $value    = eval { $json->decode( $response->{content} // '' ) };
    _fail( kind => 'http', status => $status, code => _code_in($value) ) if $status != 200;
    # Section 7.2: what the body of a streaming answer holds is not shown.
    return { status => $status } if $operation ne 'auth.token';
    my $token = ref $value eq 'HASH' ? $value->{token} : undef;
    _fail( kind => 'protocol', status => $status ) if !defined $token || $json->encode($token) !~ /\A"/;
    return { status => $status, token => $token };
}

sub _exchange {
    my ( $self, $method, $path, $content ) = @_;
    # No redirects: another host must not get the Authorization header. No kept connection: a POST that finds one dead
    # could not be repeated without the risk of doing it twice.
    my $http = HTTP::Tiny->new( max_redirect => 0, keep_alive => 0, max_size => $BODY_LIMIT );
    my %headers = (
        'Content-Type'  => 'application/json',
        'Authorization' => encode_utf8( $self->{authorization} ),
        'Tracking-Id'   => _tracking_id(),
    );
    # HTTP::Tiny limits each step; the alarm limits the whole.
    my $is_late;
    local $SIG{ALRM} = sub { $is_late = 1; die "time limit\n" };
    Time::HiRes::alarm( $self->{timeoutMillis} / 1000 );
    my $response = eval {
        $http->request( $method, $self->{baseUrl} =~ s{/+\z}{}r . $path, { headers => \%headers, content => $content } );
    };
    Time::HiRes::alarm(0);
    _fail( kind => 'timeout' ) if $is_late;
    # Errors of its own have the status 599, and no protocol.
    return $response if $response && exists $response->{protocol};
    my $is_lost = ( $response ? $response->{content} : '' ) =~ /\A(?:Could not|Unexpected end|Socket closed|SSL conn)/;
    return _fail( kind => $is_lost ? 'network' : 'protocol' );
}

# Section 4: 32 hexadecimal digits.
sub _tracking_id {
    open my $random, '<:raw', '/dev/urandom' or die "no random bytes: $!";
    read( $random, my $bytes, 16 ) == 16 or die "no random bytes: $!";
    return unpack 'H*', $bytes;
}

# The first error code, however deep: the shape of error bodies is not shown (section 7).
sub _code_in {
    my ($value) = @_;
    my $members = ref $value eq 'HASH' ? $value : {};
    # Copies: grep over a slice of the hash would make the members that are not there.
    my @texts = grep { defined && !ref } map { $members->{$_} } qw(code errorCode error_code error);
    for my $text (@texts) {
        return $text if $text =~ /\A[A-Za-z]+(?:\.[A-Za-z]+)+\z/;
    }
    for my $member ( ref $value eq 'ARRAY' ? @$value : @$members{ sort keys %$members } ) {
        my $code = _code_in($member);
        return $code if defined $code;
    }
    return undef;
}

sub _fail {
    my (%failure) = @_;
    die bless {%failure}, 'Channel::CallFailed';
}

1;
