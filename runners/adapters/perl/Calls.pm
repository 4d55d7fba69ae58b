# The calls: put those of your SDK in the place of those of Channel::*. They only translate. A check or a repair here
# would test this file instead of the SDK.
package Calls;
use strict;
use warnings;
use Channel::Client;
use Channel::Token;
use Channel::Verify;
use Scalar::Util qw(blessed);

# What is tested; the loop adds the methods.
sub description {
    return (
        sdk => { name => 'Channel-Token', version => '1.0.0', language => 'Perl' },
        # "system" if your SDK reads the clock itself; timestamp is then not sent.
        clock => 'injected',
        # "own" if your SDK makes the Authorization value itself.
        authorization => 'given',
        # What your SDK does not take, cannot leave out or does not have, say with joinParams, limits, always,
        # operations, members and tells: see the guide of adapters.
    );
}

# undef for what your SDK does not have.
sub table {
    return (
        'token.params'    => \&token_params,
        'token.signature' => \&token_signature,
        'token.issue'     => \&token_issue,
        'token.verify'    => \&token_verify,
        'client.call'     => \&client_call,
    );
}

sub token_params {
    my ($p) = @_;
    return { params => Channel::Token::encode_params( $p->{joinParamsJson} ) };
}

sub token_signature {
    my ($p) = @_;
    return { signature => Channel::Token::sign( @$p{qw(version appId timestamp params appSecret)} ) };
}

sub token_issue {
    my ($p) = @_;
    return { token => Channel::Token::issue( @$p{qw(appId appSecret joinParams timestamp)} ) };
}

# A token that is not valid is a result, not an error.
sub token_verify {
    my ($p) = @_;
    my $found = eval { Channel::Verify::verify( @$p{qw(token appId appSecret now)} ) };
    return { valid => Cpanel::JSON::XS::true, joinParams => $found } if $found;
    my $error = $@;
    return { valid => Cpanel::JSON::XS::false, reason => $error->{reason} } if is_a( $error, 'Channel::Invalid' );
    die $error;
}

# A call that fails is a result as well.
sub client_call {
    my ($p)    = @_;
    my $client = Channel::Client->new( map { $_ => $p->{$_} } qw(baseUrl authorization timeoutMillis) );
    my $reply  = eval { $client->call( $p->{operation}, $p->{body} ) };
    my $error  = $@;
    die $error if !$reply && !is_a( $error, 'Channel::CallFailed' );
    my %result = ( ok => $reply ? Cpanel::JSON::XS::true : Cpanel::JSON::XS::false, %{ $reply || $error } );
    return { map { $_ => $result{$_} } grep { defined $result{$_} } keys %result };
}

# Code, message and reason for an error of the SDK; nothing stands for code 3. Code 1 needs its reason. Code 2 is for
# SDKs that cannot take what the question says.
sub translate {
    my ($error) = @_;
    return is_a( $error, 'Channel::Refused' ) ? ( 1, "$error->{reason}: $error->{name}", $error->{reason} ) : ();
}

sub is_a {
    my ( $error, $class ) = @_;
    return blessed $error && $error->isa($class);
}

1;
