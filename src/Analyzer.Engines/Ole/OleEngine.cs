using Analyzer.Engines.Contract;
using Analyzer.Engines.Vba;

namespace Analyzer.Engines.Ole;

/// <summary>Opens compound files: documents of office programs before 2007, messages of Outlook, macros, installers.</summary>
internal sealed class OleEngine : KeepingEngine
{
    private readonly VbaProject _macros;
    private readonly OleContent _content;

    public OleEngine()
    {
        _macros = new(Evidence);
        _content = new(Evidence, _macros);
    }

    public override IReadOnlyList<EngineRule> Rules => OleRules.All;

    public override void Reset()
    {
        _macros.Clear();
        _content.Clear();
        base.Reset();
    }

    protected override bool IsMine(ReadOnlySpan<byte> prefix) =>
        prefix is [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1, ..] or [0x0E, 0x11, 0xFC, 0x0D, 0xD0, 0xCF, 0x11, 0x0E, ..];

    protected override Assessment Judge()
    {
        var file = CompoundFile.Read(Kept);
        if (file is not null)
        {
            _content.LookAt(Kept, file, Parts);
            if (file.IsBroken && IsWhole)
            {
                Evidence.Find(OleRules.Circular);
            }
        }

        // A damaged file may still be opened by a program that forgives more.
        if (file is null || file.IsBroken || file.Entries.Count == 0)
        {
            Evidence.Miss(Gap.Broken);
            if (!_macros.IsPresent)
            {
                _macros.ReadModule(Kept);
                _macros.ReadAnything(Kept);
            }
        }

        _macros.Judge();
        return Evidence.Assess(_content.MediaType) with { PartsAreFiles = _content.IsMessage };
    }
}
