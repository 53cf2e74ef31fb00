using System.Text;

namespace Sigma.Streams.Events.Formats;

/// <summary>Reads lines in a form that is not known here: each is a <c>message</c>, for rules that look for words.</summary>
internal sealed class TextLinesReader(Stream stream, string file) : BatchReader(file)
{
    private readonly LineInput _lines = new(stream);

    protected override (long Offset, byte[] Json)? Next() =>
        _lines.Next(out var offset) is { } line
            ? (offset, FlatJson.Of([KeyValuePair.Create("message", Encoding.UTF8.GetString(line).TrimStart('\uFEFF'))]))
            : null;
}
