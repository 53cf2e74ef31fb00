using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Rtf;

/// <summary>Reads documents in Rich Text Format: objects in them are parts.</summary>
internal sealed class RtfEngine : StreamingEngine
{
    private readonly RtfContent _content;
    private readonly RtfReader _reader;

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
        base.Reset();
    }

    // Word takes less than the whole word.
    protected override bool IsMine(ReadOnlySpan<byte> prefix) => prefix.TrimStart(" \t\r\n\uFEFF"u8).StartsWith("{\\rt"u8);

    protected override void Start() => _content.Begin(Parts);

    protected override void Read(ReadOnlySpan<byte> bytes) => _reader.Read(bytes);
}
