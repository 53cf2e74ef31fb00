using System.Globalization;
using System.Text;

namespace Sigma.Engine.Tests.Agreement;

/// <summary>Records in every spelling that JSON allows, and broken ones.</summary>
internal sealed class RandomRecords(Random random)
{
    private static readonly string[] Scalars =
    [
        "null", "true", "false", "0", "-0", "1", "1.0", "1e0", "10", "0.1e2", "1e1", "13", "-1", "1.5", "15e-1", "100000000000000000000",
        "1e20", "99999999999999999999", "2024",
    ];

    private static readonly string[] Escapes = ["\\ud83d\\ude00", "\\ud83d", "\\ude00", "\\u12", "\\x", "\\/", "\\ud83dx"];

    public byte[] Next()
    {
        var json = new StringBuilder();
        Object(json, 3);
        var utf8 = Encoding.UTF8.GetBytes(json.ToString());
        return random.Next(4) == 0 ? Break(utf8) : utf8;
    }

    private void Object(StringBuilder json, int depth)
    {
        json.Append('{').Append(Blank());
        var count = random.Next(0, 7);
        for (var i = 0; i < count; i++)
        {
            json.Append(i == 0 ? "" : ",").Append(Blank());
            String(json, Pick(["a", "b", "c", "d", "e", "a.b", "c.d", "long_field_name", "ü", "other"]));
            json.Append(Blank()).Append(':').Append(Blank());
            Value(json, depth);
            json.Append(Blank());
        }

        json.Append('}').Append(Blank());
    }

    private void Value(StringBuilder json, int depth)
    {
        switch (random.Next(depth == 0 ? 7 : 10))
        {
            case 0 or 1:
                json.Append(Pick(Scalars));
                break;
            case 7:
                Object(json, depth - 1);
                break;
            case 8 or 9:
                json.Append('[').Append(Blank());
                for (var i = random.Next(0, 4); i > 0; i--)
                {
                    Value(json, depth - 1);
                    json.Append(i == 1 ? "" : ",").Append(Blank());
                }

                json.Append(']');
                break;
            default:
                String(json, string.Concat(Enumerable.Range(0, random.Next(1, 4)).Select(_ => Pick(RandomRules.Pieces))));
                break;
        }
    }

    private void String(StringBuilder json, string text)
    {
        json.Append('"');
        foreach (var unit in text)
        {
            var escaped = random.Next(12) == 0 && !char.IsLowSurrogate(unit) && !char.IsHighSurrogate(unit);
            json.Append(unit switch
            {
                _ when escaped || char.IsControl(unit) => string.Create(CultureInfo.InvariantCulture, $"\\u{(int)unit:x4}"),
                '"' or '\\' => $"\\{unit}",
                _ => unit.ToString(),
            });
        }

        json.Append(random.Next(40) == 0 ? Pick(Escapes) : "").Append('"');
    }

    /// <summary>Changes, takes out or puts in one to three bytes.</summary>
    private byte[] Break(byte[] utf8)
    {
        var bytes = utf8.ToList();
        for (var i = random.Next(1, 4); i > 0 && bytes.Count > 0; i--)
        {
            var at = random.Next(bytes.Count);
            var value = random.Next(3) == 0 ? (byte)random.Next(256) : Pick([.. "{}[]:,\"\\ \n01eatrufls.-"u8]);
            switch (random.Next(3))
            {
                case 0:
                    bytes[at] = value;
                    break;
                case 1:
                    bytes.RemoveAt(at);
                    break;
                default:
                    bytes.Insert(at, value);
                    break;
            }
        }

        return [.. bytes];
    }

    private string Blank() => random.Next(6) == 0 ? Pick([" ", "\t", "\n", "  ", new string(' ', 70)]) : "";

    private T Pick<T>(T[] some) => some[random.Next(some.Length)];
}
