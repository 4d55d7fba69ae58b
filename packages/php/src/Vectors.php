<?php

declare(strict_types=1);

namespace Channelproof;

/** The vectors of channelproof as JSON. */
final class Vectors
{
    /** Returns a family, such as "token/signature", as an array; "index" is the list of all families. */
    public static function family(string $name): array
    {
        $text = file_get_contents(dirname(__DIR__) . "/vectors/$name.json");
        return json_decode((string) $text, true, 512, JSON_THROW_ON_ERROR);
    }
}
