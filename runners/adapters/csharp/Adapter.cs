// The loop of an adapter: reads questions, writes answers. It needs no change: the calls are in Calls.cs.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;
using System.Threading.Tasks;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

public static class Adapter
{
    private static readonly Stream Input = new BufferedStream(Console.OpenStandardInput());

    /// <summary>Not Console.Out, which translates characters and belongs to everyone.</summary>
    private static readonly Stream Output = Console.OpenStandardOutput();

    public static void Main()
    {
        // A WriteLine somewhere in the SDK must not land between two answers.
        Console.SetOut(Console.Error);
        // Tasks run side by side where they wait: some calls wait for their time limit.
        var open = new List<Task>();
        for (var line = ReadLine(); line.Length > 0; line = ReadLine())
        {
            open.RemoveAll(task => task.IsCompleted);
            open.Add(Reply(line));
        }
        Task.WaitAll(open.ToArray()); // what is under way is finished
    }

    /// <summary>A line with its line feed; empty at the end. TextReader would also break at a bare return.</summary>
    private static byte[] ReadLine()
    {
        var line = new MemoryStream();
        for (var next = Input.ReadByte(); next >= 0; next = Input.ReadByte())
        {
            line.WriteByte((byte)next);
            if (next == '\n') break;
        }
        return line.ToArray();
    }

    private static async Task Reply(byte[] line)
    {
        var answer = new JObject { ["jsonrpc"] = "2.0", ["id"] = null };
        try
        {
            var question = Parse(Encoding.UTF8.GetString(line));
            answer["id"] = question["id"]; // as it came: a number or a string
            answer["result"] = await Result((string)question["method"], question["params"] as JObject);
        }
        catch (Exception error)
        {
            answer["error"] = Failure(error);
        }
        Write(answer);
    }

    private static JObject Parse(string line)
    {
        // Newtonsoft makes dates of texts that look like one, unless told otherwise.
        using (var reader = new JsonTextReader(new StringReader(line)) { DateParseHandling = DateParseHandling.None })
            return JObject.Load(reader);
    }

    private static Task<JObject> Result(string name, JObject parameters)
    {
        if (name == "describe") return Task.FromResult(Describe());
        Func<JObject, Task<JObject>> method;
        var isOffered = Calls.Methods.TryGetValue(name, out method) && method != null;
        return isOffered ? method(parameters) : throw new NotOffered();
    }

    private static JObject Describe()
    {
        var result = new JObject { ["protocol"] = 1 };
        result.Add(JObject.FromObject(Calls.Description).Properties());
        result["methods"] = new JArray(Calls.Methods.Where(row => row.Value != null).Select(row => row.Key));
        return result;
    }

    /// <summary>Of an error that Calls does not know the type only: its text may hold a secret.</summary>
    private static JObject Failure(Exception error)
    {
        if (error is NotOffered) return new JObject { ["code"] = -32601, ["message"] = "method not offered" };
        return Calls.Translate(error)
            ?? new JObject { ["code"] = 3, ["message"] = "unexpected " + error.GetType().Name };
    }

    private static void Write(JObject answer)
    {
        // One line in UTF-8, without a byte order mark.
        var line = Encoding.UTF8.GetBytes(answer.ToString(Formatting.None) + "\n");
        lock (Output)
        {
            Output.Write(line, 0, line.Length);
            Output.Flush();
        }
    }

    private sealed class NotOffered : Exception { }
}
