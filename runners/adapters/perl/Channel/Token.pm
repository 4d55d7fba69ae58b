# Makes access tokens of the Real-Time Channel Service (sections 2.1, 2.2, 4.5). No function reads the clock or the
# environment, and no message holds a secret.
package Channel::Token;
use strict;
use warnings;
use Cpanel::JSON::XS;
use Digest::SHA qw(hmac_sha256);
use Encode qw(encode_utf8);
use MIME::Base64 qw(encode_base64);

our $VERSION = '02';    # section 9 item 1
our $DAY     = 86400;

my $json = Cpanel::JSON::XS->new->canonical->allow_nonref;

# Section 2.1. No other bound is shown, so no other is checked: negative numbers and empty ids are the service's to
# judge.
my @FIELDS = (
    { name => 'channelId', fits => \&_is_text, required => 1 },
    { name => 'userId',    fits => \&_is_text, required => 1 },
    { name => 'privileges',      fits => \&_is_whole },
    { name => 'channelDuration', fits => \&_is_whole },
    { name => 'duration',        fits => \&_is_whole, maximum => $DAY },
    { name => 'size',            fits => \&_is_whole },
    { name => 'delayClose',      fits => \&_is_whole, maximum => $DAY },
);

# A scalar is a number or a text as it was made: what JSON would write decides.
sub _is_text  { return !ref $_[0] && $json->encode( $_[0] ) =~ /\A"/ }
sub _is_whole { return !ref $_[0] && $json->encode( $_[0] ) =~ /\A-?[0-9]+\z/ }

# The params part for a JSON text of characters, which is taken exactly as given.
sub encode_params {
    my ($join_params_json) = @_;
    return standard_base64( encode_utf8($join_params_json) );
}

# The signature part (section 4.5). Dies with a Channel::Refused.
sub sign {
    my ( $version, $app_id, $timestamp, $params, $app_secret ) = @_;
    return standard_base64( mac( "$version$app_id$timestamp$params", $app_secret ) );
}

# A token (section 2.2) for a hash of join parameters. Dies with a Channel::Refused.
sub issue {
    my ( $app_id, $app_secret, $join_params, $timestamp ) = @_;
    check_join_params($join_params);
    my $params    = encode_params( $json->encode($join_params) );
    my $signature = sign( $VERSION, $app_id, $timestamp, $params, $app_secret );
    return join '.', $VERSION, $app_id, $timestamp, $params, $signature;
}

# Dies with a Channel::Refused unless the hash follows section 2.1.
sub check_join_params {
    my ($join_params) = @_;
    refuse( 'wrong-type', 'joinParams' ) if ref $join_params ne 'HASH';
    for my $field (@FIELDS) {
        my $name = $field->{name};
        if ( !exists $join_params->{$name} ) {
            refuse( 'missing-field', $name ) if $field->{required};
            next;
        }
        my $value = $join_params->{$name};
        refuse( 'wrong-type', $name ) if !$field->{fits}->($value);
        refuse( 'out-of-range', $name ) if defined $field->{maximum} && $value > $field->{maximum};
    }
    return;
}

# The bytes of HMAC-SHA256 with the app secret as key (section 4.5).
sub mac {
    my ( $message, $app_secret ) = @_;
    refuse( 'empty-secret', 'appSecret' ) if $app_secret eq '';
    return hmac_sha256( encode_utf8($message), encode_utf8($app_secret) );
}

# With padding; the second argument is what ends each line (section 4.5 note 2).
sub standard_base64 {
    my ($bytes) = @_;
    return encode_base64( $bytes, '' );
}

# A call that makes no token; the reason is a stable code.
sub refuse {
    my ( $reason, $name ) = @_;
    die bless { reason => $reason, name => $name }, 'Channel::Refused';
}

1;
