using System.Text;

namespace Sigma.Streams.Events.Formats;

/// <summary>Reads access logs of web servers, a request a line.</summary>
internal sealed class AccessLogReader(Stream stream, string file) : BatchReader(file)
{
    private readonly LineInput _lines = new(stream);
    private long _others;

    protected override (long Offset, byte[] Json)? Next()
    {
        while (_lines.Next(out var offset) is { } line)
        {
            if (AccessLine.Members(Encoding.UTF8.GetString(line).TrimStart('\uFEFF')) is { } members)
            {
                return (offset, FlatJson.Of(members));
            }

            _others++;
        }

        if (_others > 0)
        {
            Note(_others == 1
                ? "1 of its lines is not one of an access log, and was left out."
                : $"{_others} of its lines are not those of an access log, and were left out.", isBroken: true);
            _others = 0;
        }

        return null;
    }
}
