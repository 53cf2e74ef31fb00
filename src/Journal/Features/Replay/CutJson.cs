using System.Text.Json;

namespace Journal.Features.Replay;

/// <summary>JSON whose end is missing, because the record was too long.</summary>
internal static class CutJson
{
    /// <returns>What is whole of it, closed.</returns>
    /// <exception cref="JsonException">It is no JSON up to its end.</exception>
    public static byte[] Close(ReadOnlySpan<byte> cut)
    {
        var reader = new Utf8JsonReader(cut, isFinalBlock: false, new(new() { MaxDepth = 512 }));
        var open = new Stack<byte>();
        var whole = 0;
        while (reader.Read())
        {
            switch (reader.TokenType)
            {
                case JsonTokenType.PropertyName:
                    continue;
                case JsonTokenType.StartObject:
                    open.Push((byte)'}');
                    break;
                case JsonTokenType.StartArray:
                    open.Push((byte)']');
                    break;
                case JsonTokenType.EndObject or JsonTokenType.EndArray:
                    open.Pop();
                    break;
            }

            whole = (int)reader.BytesConsumed;
        }

        return [.. cut[..whole], .. open];
    }
}
