using System.Runtime.CompilerServices;

namespace Load.Systems.Analyzer.Transports.Rest.Http1;

/// <summary>
/// Writes an interpolated string straight into a request: a head can be read as it stands in the code, and no string is made of it.
/// </summary>
[InterpolatedStringHandler]
internal readonly ref struct RequestText
{
    private readonly Http1Request _request;

    public RequestText(int literalLength, int formattedCount, Http1Request request) => _request = request;

    public void AppendLiteral(string text) => _request.Append(text);

    public void AppendFormatted(string text) => _request.Append(text);

    public void AppendFormatted<T>(T value, string? format = null)
        where T : IUtf8SpanFormattable => _request.Append(value, format);
}
