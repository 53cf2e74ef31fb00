using System.Globalization;
using System.Runtime.CompilerServices;
using System.Text;
using Load.Systems.Analyzer.Corpus;

namespace Load.Systems.Analyzer.Transports.Rest.Http1;

/// <summary>
/// A request in segments, each of which is sent at once. Small parts are copied into a buffer that all requests of a caller use in turn,
/// so that a head goes in one segment with its body; what does not fit stays where it lies.
/// </summary>
internal sealed class Http1Request
{
    /// <summary>Room for a head and a body of 16 KB.</summary>
    private readonly byte[] _buffer = new byte[17 * 1024];

    private readonly List<ReadOnlyMemory<byte>> _segments = [];

    /// <summary>The beginning and end of the segment that is being written.</summary>
    private int _begin;
    private int _end;

    /// <summary>
    /// Whether the first segment is a head with <c>Expect: 100-continue</c>, and the others wait for the service to ask for them.
    /// </summary>
    public bool AwaitsContinue { get; private set; }

    /// <summary>The pause before each segment of a body but the first.</summary>
    public TimeSpan Pause { get; private set; }

    /// <summary>Begins the next request.</summary>
    public Http1Request New()
    {
        _segments.Clear();
        (_begin, _end, AwaitsContinue, Pause) = (0, 0, false, TimeSpan.Zero);
        return this;
    }

    public Http1Request Add([InterpolatedStringHandlerArgument("")] RequestText text) => this; // it has written itself

    public Http1Request Add(Upload upload) => Add(upload.Head).Add(upload.Tail);

    /// <param name="data">Must not change before the answer has come.</param>
    public Http1Request Add(ReadOnlyMemory<byte> data)
    {
        if (data.Length <= _buffer.Length - _end)
        {
            data.Span.CopyTo(_buffer.AsSpan(_end));
            _end += data.Length;
        }
        else
        {
            EndSegment();
            _segments.Add(data);
        }

        return this;
    }

    /// <summary>A slow sender's body: in pieces, with pauses between them that take so long in all.</summary>
    public Http1Request Trickle(ReadOnlyMemory<byte> data, TimeSpan over)
    {
        const int Pieces = 16;
        EndSegment();
        var length = Math.Max(1, (data.Length + Pieces - 1) / Pieces);
        for (var start = 0; start < data.Length; start += length)
        {
            _segments.Add(data.Slice(start, Math.Min(length, data.Length - start)));
        }

        Pause = over / Pieces;
        return this;
    }

    /// <summary>Everything that was added so far is sent first.</summary>
    public Http1Request AwaitContinue()
    {
        EndSegment();
        AwaitsContinue = true;
        return this;
    }

    /// <summary>Nothing more is added.</summary>
    public IReadOnlyList<ReadOnlyMemory<byte>> End()
    {
        EndSegment();
        return _segments;
    }

    internal void Append(string text) => _end += Encoding.UTF8.GetBytes(text, _buffer.AsSpan(_end));

    internal void Append<T>(T value, string? format)
        where T : IUtf8SpanFormattable =>
        _end += value.TryFormat(_buffer.AsSpan(_end), out var written, format, CultureInfo.InvariantCulture)
            ? written
            : throw new InvalidOperationException("The head of the request is too long.");

    private void EndSegment()
    {
        if (_end > _begin)
        {
            _segments.Add(_buffer.AsMemory(_begin, _end - _begin));
            _begin = _end;
        }
    }
}
