# Checks access tokens of the Real-Time Channel Service (sections 2.1, 2.2, 4.5).
package Channel::Verify;
use strict;
use warnings;
use Channel::Token;
use Cpanel::JSON::XS;
use Digest::SHA qw(hmac_sha256);
use Encode qw(decode encode_utf8 FB_CROAK);
use MIME::Base64 qw(decode_base64);

# It refuses members that stand twice (RFC 8259 section 4), which JSON::PP does not.
my $json = Cpanel::JSON::XS->new;

# The join parameters of a valid token; the time in Unix seconds. Dies with a Channel::Invalid, and with a
# Channel::Refused for an empty secret.
sub verify {
    my ( $token, $app_id, $app_secret, $now ) = @_;
    my ( $version, $token_app_id, $timestamp, $params, $signature ) = _split($token);
    _invalid('version') if $version ne $Channel::Token::VERSION;
    _invalid('app')     if $token_app_id ne $app_id;
    # Section 4.5: over the parts as received; a second JSON encoding may differ.
    my $expected = Channel::Token::sign( $version, $token_app_id, $timestamp, $params, $app_secret );
    _invalid('signature') if !_is_same( $expected, $signature, $app_secret );
    my $join_params = _read_params( decode_base64($params) );
    # Section 2.1: validity starts at the token's timestamp.
    _invalid('expired') if $now > $timestamp + ( $join_params->{duration} // $Channel::Token::DAY );
    return $join_params;
}

sub _split {
    my ($token) = @_;
    # -1, since split drops empty parts at the end. [0-9] and \z: \d takes the digits of every script, $ a line feed
    # behind them. 15 digits are what a double holds, too.
    my @parts = split /\./, $token, -1;
    _invalid('malformed')
        if @parts != 5
        || $parts[2] !~ /\A[0-9]{1,15}\z/
        || !_is_base64( $parts[3] )
        || !_is_base64( $parts[4] );
    return @parts;
}

# Encodes again and compares: decode_base64 skips foreign characters, and takes unused bits (RFC 4648 section 3.5).
sub _is_base64 {
    my ($part) = @_;
    return $part =~ m{\A[A-Za-z0-9+/=]*\z} && Channel::Token::standard_base64( decode_base64($part) ) eq $part;
}

# In a time that says nothing about where they differ: MACs of both are compared.
sub _is_same {
    my ( $one, $other, $key ) = map { encode_utf8($_) } @_;
    return hmac_sha256( $one, $key ) eq hmac_sha256( $other, $key );
}

sub _read_params {
    my ($text) = @_;
    my $join_params = eval {
        # Not ->utf8 of the codec, which takes surrogates.
        my $found = $json->decode( decode( 'UTF-8', $text, FB_CROAK ) );
        Channel::Token::check_join_params($found);
        # Of integers above 64 bits texts would come back, and null of 1e400.
        my $outside = $text =~ s/"(?:[^"\\]|\\.)*+"//gr;
        $outside =~ /(?<![0-9.])[0-9]{19}|[eE][+]?[0-9]{3}/ ? undef : $found;
    };
    return $join_params // _invalid('params');
}

sub _invalid {
    my ($reason) = @_;
    die bless { reason => $reason }, 'Channel::Invalid';
}

1;
