<?php

// The loop of an adapter: reads questions, writes answers. It needs no change: the calls are in calls.php.

declare(strict_types=1);

// Warnings go to standard error: on standard output they would land between two answers.
ini_set('display_errors', 'stderr');
ini_set('log_errors', '0');

// So does what an echo somewhere in the SDK prints. Answers are written past this buffer.
ob_start(static function (string $printed): string {
    fwrite(STDERR, $printed);
    return '';
}, 1);

['description' => $description, 'methods' => $table, 'translate' => $translate] = require __DIR__ . '/calls.php';

$methods = array_filter($table); // what is null is not offered
$methods['describe'] = static fn(): array => [
    'protocol' => 1,
    ...$description,
    'methods' => array_keys(array_filter($table)),
];

/** The result or the error of one question, whatever goes wrong. */
function outcome(object $question, array $methods, callable $translate): array
{
    $method = $methods[$question->method] ?? null;
    if ($method === null) {
        return ['error' => ['code' => -32601, 'message' => 'method not offered']];
    }
    try {
        return ['result' => $method($question->params)];
    } catch (Throwable $error) {
        return ['error' => $translate($error) ?? unexpected($error)];
    }
}

/** The class only: the text of an error may hold a secret. */
function unexpected(Throwable $error): array
{
    return ['code' => 3, 'message' => 'unexpected ' . $error::class];
}

/** One line, in UTF-8. */
function encode(mixed $id, array $outcome): string
{
    // Without the flag for fractions 60.0 would become 60.
    $flags = JSON_THROW_ON_ERROR | JSON_PRESERVE_ZERO_FRACTION;
    return json_encode(['jsonrpc' => '2.0', 'id' => $id, ...$outcome], $flags) . "\n";
}

/** The answer to one line. */
function answer(string $line, array $methods, callable $translate): string
{
    $id = null;
    try {
        // To objects, not to arrays: there {} and [] are the same.
        $question = json_decode($line, false, 512, JSON_THROW_ON_ERROR);
        $id = $question->id;
        return encode($id, outcome($question, $methods, $translate));
    } catch (Throwable $error) {
        return encode($id, ['error' => unexpected($error)]);
    }
}

// fgets reads bytes up to a line feed, and fwrite to STDOUT does not buffer.
while (($line = fgets(STDIN)) !== false) {
    fwrite(STDOUT, answer($line, $methods, $translate));
}
