using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Zip;

/// <summary>Opens ZIP archives, and the documents and programs that are such.</summary>
internal sealed class ZipEngine : StreamingEngine
{
    private readonly PackageKind _kind = new();
    private readonly ZipDirectory _directory;
    private readonly ZipScanner _scanner;

    public ZipEngine()
    {
        _directory = new(Evidence);
        _scanner = new(Evidence, _directory, _kind);
    }

    public override IReadOnlyList<EngineRule> Rules => ZipRules.All;

    public override Assessment Complete(ReadOnlySpan<byte> prefix)
    {
        _scanner.Complete();
        _directory.Compare(_scanner.HasEnd);
        if (!_scanner.HasEnd)
        {
            Evidence.Miss(Gap.Broken);
        }

        if (_kind.IsProgram)
        {
            Evidence.FoundProgram(Parts);
        }

        return Evidence.Assess(_kind.MediaType(prefix)) with
        {
            PartsAreFiles = !_kind.IsDocument && !_kind.IsProgram,
            IsProgram = _kind.IsProgram,
        };
    }

    public override void Reset()
    {
        _scanner.Reset();
        _directory.Clear();
        _kind.Clear();
        base.Reset();
    }

    public override void Dispose()
    {
        _scanner.Dispose();
        base.Dispose();
    }

    // A local header, the end of an empty archive, or the mark of one that was split.
    protected override bool IsMine(ReadOnlySpan<byte> prefix) =>
        prefix.StartsWith("PK\u0003\u0004"u8) || prefix.StartsWith("PK\u0005\u0006"u8)
            || prefix.StartsWith("PK\u0007\u0008PK\u0003\u0004"u8);

    protected override void Start()
    {
        _directory.Begin(Parts);
        _scanner.Begin(Parts);
    }

    protected override void Read(ReadOnlySpan<byte> bytes) => _scanner.Read(bytes);
}
