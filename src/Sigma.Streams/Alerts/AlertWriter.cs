using System.Buffers;
using System.Text;

namespace Sigma.Streams.Alerts;

/// <summary>Writes alerts to a stream: a line each, of JSON or for a person.</summary>
internal sealed class AlertWriter(Stream output, bool isJson)
{
    private readonly ArrayBufferWriter<byte> _buffer = new();

    public void Write(Alert alert)
    {
        if (isJson)
        {
            AlertJson.Write(_buffer, alert);
        }
        else
        {
            _buffer.Write(Encoding.UTF8.GetBytes(Line(alert)));
        }

        _buffer.Write("\n"u8);
        if (_buffer.WrittenCount > 64 * 1024)
        {
            Flush();
        }
    }

    public void Flush()
    {
        output.Write(_buffer.WrittenSpan);
        output.Flush();
        _buffer.ResetWrittenCount();
    }

    private static string Line(Alert alert)
    {
        var values = alert.Fields.Select(field => $"{field.Name}={field.Text}")
            .Concat(alert.Captures.Select(capture => $"{capture.Key}={capture.Value}"));
        var place = alert.Event.Index is { } index
            ? $"{alert.Event.Source}, record {index}"
            : $"{alert.Event.Source} {alert.Event.Partition}, at {alert.Event.Offset}{(alert.Event.Inside is { } inside ? $", number {inside} inside" : "")}";
        var repeats = alert.Repeats > 0 ? $" and {alert.Repeats} before it" : "";
        return $"{alert.Level ?? "-"} {alert.Title} ({place}{repeats}): {string.Join(", ", values)}";
    }
}
