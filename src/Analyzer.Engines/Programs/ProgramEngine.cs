using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Programs;

/// <summary>Describes programs, whatever they run on. It never calls one clean: what a program does is not judged here.</summary>
internal sealed class ProgramEngine : StreamingEngine
{
    private readonly SectionEntropy _entropy = new();
    private ProgramFacts? _facts;
    private long _offset;

    public override IReadOnlyList<EngineRule> Rules => ProgramRules.All;

    public override Assessment Complete(ReadOnlySpan<byte> prefix)
    {
        _entropy.Complete();
        Evidence.FoundProgram(Parts, _facts!.Description);
        Evidence.Find(ProgramRules.Header, 0, _facts.Description);
        if (_facts.IsSigned is { } isSigned)
        {
            Evidence.Find(isSigned ? ProgramRules.Signed : ProgramRules.Unsigned);
        }

        foreach (var section in _entropy.Packed)
        {
            Evidence.Find(ProgramRules.Packed, 0, section);
        }

        if (_facts.End < _offset)
        {
            Evidence.Find(ProgramRules.Appended, _facts.End.Value);
        }

        return Evidence.Assess(_facts.MediaType);
    }

    public override void Reset()
    {
        _entropy.Clear();
        (_facts, _offset) = (null, 0);
        base.Reset();
    }

    protected override bool IsMine(ReadOnlySpan<byte> prefix)
    {
        _facts = PortableExecutable.Read(prefix) ?? Elf.Read(prefix) ?? OtherPrograms.Find(prefix);
        return _facts is not null;
    }

    protected override void Start() => _entropy.Begin(_facts!.Sections);

    protected override void Read(ReadOnlySpan<byte> bytes)
    {
        _entropy.Read(bytes, _offset);
        _offset += bytes.Length;
    }
}
