using System.Globalization;
using System.Text;
using System.Text.Json.Nodes;

namespace Api.Tests.Cases;

/// <summary>Makes values of a schema, and values that are nearly so.</summary>
internal sealed class RequestMaker(Random random, JsonObject document)
{
    private const string Letters = "abcXYZ019 _-.,:;/\\'\"<>&%+=?#ä€😀\t";

    public bool Coin(int oneOf = 2) => random.Next(oneOf) == 0;

    public T Pick<T>(IReadOnlyList<T> items) => items[random.Next(items.Count)];

    public JsonNode? Valid(JsonNode schema, int depth = 0)
    {
        schema = Resolve(schema);
        if (schema["enum"] is JsonArray values)
        {
            return Pick<JsonNode?>([.. values])!.DeepClone();
        }

        return TypeOf(schema) switch
        {
            "integer" => Whole(schema),
            "number" => Math.Round(Bound(schema, "minimum", 0) + (random.NextDouble() * (Bound(schema, "maximum", 1000) - Bound(schema, "minimum", 0))), 3),
            "boolean" => Coin(),
            "array" => depth > 3 ? new JsonArray() : new JsonArray([.. Enumerable.Range(0, random.Next(3)).Select(_ => Valid(schema["items"]!, depth + 1))]),
            "object" => Object(schema, depth),
            _ => Text(schema),
        };
    }

    /// <returns>Not a value of the schema, as text; null when every text is one.</returns>
    public string? Wrong(JsonNode schema)
    {
        schema = Resolve(schema);
        if (schema["enum"] is not null)
        {
            return Pick(["", "nothing-of-these", "UP", "0", "\u0000"]);
        }

        return TypeOf(schema) switch
        {
            "integer" => Pick(["-1", "99999999999999999999", "one", "1.5", "", "0x10", " "]),
            "number" => Pick(["NaN", "many", "1e999", ""]),
            "boolean" => Pick(["perhaps", "2", ""]),
            "string" when (string?)schema["format"] == "date-time" => Pick(["yesterday", "2026-13-45T99:00:00Z", "", "0"]),
            "string" when schema["pattern"] is not null => Pick(["", "\u0000", "%%%", new string('=', 70), "../../etc/passwd", "😀"]),
            "string" when schema["maxLength"] is { } most => new string('x', Math.Min((int)most + 1, 6000)),
            _ => null,
        };
    }

    public byte[] Bytes()
    {
        var bytes = new byte[random.Next(1, 300)];
        random.NextBytes(bytes);
        return bytes;
    }

    private JsonNode Resolve(JsonNode schema)
    {
        while ((string?)schema["$ref"] is { } reference)
        {
            schema = document["components"]!["schemas"]![reference.Split('/')[^1]]!;
        }

        return schema["oneOf"] is JsonArray alternatives
            ? Resolve(alternatives.First(alternative => (string?)alternative!["type"] != "null")!) : schema;
    }

    private static string TypeOf(JsonNode schema) => schema["type"] switch
    {
        JsonArray types => types.Select(type => (string)type!).First(type => type != "null"),
        { } type => (string)type!,
        _ => "object",
    };

    private static double Bound(JsonNode schema, string name, double absent) => schema[name] is { } bound ? (double)bound : absent;

    private long Whole(JsonNode schema)
    {
        var least = schema["minimum"] is { } low ? (long)low : 0;
        var most = schema["maximum"] is { } high ? (long)high : long.MaxValue;
        return Pick([least, most, Math.Min(least + random.Next(100), most), Math.Max(least, random.NextInt64(least, most))]);
    }

    private JsonObject Object(JsonNode schema, int depth)
    {
        var made = new JsonObject();
        var required = schema["required"]?.AsArray().Select(name => (string)name!).ToList() ?? [];
        foreach (var (name, property) in schema["properties"]?.AsObject() ?? [])
        {
            if (required.Contains(name) || Coin())
            {
                made[name] = Valid(property!, depth + 1);
            }
        }

        return made;
    }

    private string Text(JsonNode schema)
    {
        if ((string?)schema["format"] == "date-time")
        {
            var at = DateTimeOffset.UnixEpoch.AddSeconds(random.Next(int.MaxValue)).AddMilliseconds(random.Next(1000));
            return Coin() ? at.ToString("yyyy-MM-dd'T'HH:mm:ss'Z'", CultureInfo.InvariantCulture)
                : at.ToOffset(TimeSpan.FromHours(random.Next(-11, 13))).ToString("yyyy-MM-dd'T'HH:mm:ss.fffzzz", CultureInfo.InvariantCulture);
        }

        if ((string?)schema["pattern"] is { } pattern)
        {
            return PatternText.Make(pattern, random);
        }

        var least = schema["minLength"] is { } low ? (int)low : 0;
        var length = Math.Max(least, Math.Min(random.Next(30), schema["maxLength"] is { } high ? (int)high : 30));
        var text = new StringBuilder();
        while (text.Length < length)
        {
            text.Append(Pick(Letters.EnumerateRunes().ToList()).ToString());
        }

        return text.Length > length && length >= least && text.Length > 30 ? text.ToString(0, 28) : text.ToString();
    }
}
