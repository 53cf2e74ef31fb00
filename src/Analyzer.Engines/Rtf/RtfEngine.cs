using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Rtf;

/// <summary>Reads documents in Rich Text Format: objects in them are parts.</summary>
internal sealed class RtfEngine : StreamingEngine
{
    private readonly RtfContent _content;
    private readonly RtfReader _reader;
    private IPart? _behind;
    private long _offset;

    public RtfEngine()
    {
        _content = new(Evidence);
        _reader = new(_content);
    }

    public override IReadOnlyList<EngineRule> Rules => RtfRules.All;

    public override Assessment Complete(ReadOnlySpan<byte> prefix)
    {
        _reader.Complete();
        _content.Complete();
        _behind?.Complete();
        if (_content.Depth > 0)
        {
            Evidence.Find(RtfRules.Unclosed);
        }

        return Evidence.Assess("application/rtf") with { PartsAreFiles = false };
    }

    public override void Reset()
    {
        _reader.Clear();
        _content.Clear();
        (_behind, _offset) = (null, 0);
        base.Reset();
    }

    // Word takes less than the whole word.
    protected override bool IsMine(ReadOnlySpan<byte> prefix) => prefix.TrimStart(" \t\r\n\uFEFF"u8).StartsWith("{\\rt"u8);

    protected override void Start() => _content.Begin(Parts);

    // Word may read on behind the end, so this does; the rest is a part as well.
    protected override void Read(ReadOnlySpan<byte> bytes)
    {
        _reader.Read(bytes);
        if (_content.EndsAt >= 0)
        {
            ReadBehind(bytes[(int)Math.Max(0, _content.EndsAt - _offset)..], _offset + bytes.Length);
        }

        _offset += bytes.Length;
    }

    private void ReadBehind(ReadOnlySpan<byte> bytes, long end)
    {
        if (_behind is null)
        {
            bytes = bytes.TrimStart("\0\t\r\n }"u8);
            if (bytes.IsEmpty)
            {
                return;
            }

            _behind = Parts.Open(null, end - bytes.Length);
        }

        _behind.Write(bytes);
    }
}
