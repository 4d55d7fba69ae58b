# The calls of your SDK, in the place of each TODO. They only translate. A check or a repair here would test this file
# instead of the SDK.
package Calls;
use strict;
use warnings;

# TODO: use My::SDK;

# What is tested; the loop adds the methods.
sub description {
    return (
        # TODO: what is tested.
        sdk => { name => 'My-SDK', version => '0.0.0', language => 'Perl' },
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
        # TODO token.issue: appId, appSecret, joinParams (hash), timestamp -> token
        'token.issue' => undef,
        # TODO token.verify: token, appId, appSecret, now -> valid: true and joinParams (hash), or valid: false and
        # reason, which may be left out
        'token.verify' => undef,
        # TODO token.params: joinParamsJson (text, to be encoded as it is) -> params
        'token.params' => undef,
        # TODO token.signature: version, appId, timestamp, params, appSecret -> signature
        'token.signature' => undef,
        # TODO client.call: baseUrl, appId, appSecret, timeoutMillis, authorization, operation, body (hash) -> ok: true,
        # status and, after auth.token, token; or ok: false, kind (http, network, timeout or protocol), and status and
        # code if known
        'client.call' => undef,
    );
}

# An example, for the table as \&token_issue. For true and false take Cpanel::JSON::XS::true and false.
#
# sub token_issue {
#     my ($p) = @_;
#     return { token => My::SDK::issue( @$p{qw(appId appSecret joinParams timestamp)} ) };
# }

# Code, message and reason for an error of the SDK; nothing stands for code 3.
sub translate {
    my ($error) = @_;
    # TODO: the errors by which your SDK refuses, with one of the reasons missing-field, wrong-type, out-of-range,
    # empty-secret and malformed:
    # return ( 1, 'refused', 'out-of-range' ) if ref $error && $error->isa('My::SDK::Refused');
    # Code 2 is for SDKs that cannot take what the question says.
    return ();
}

1;
