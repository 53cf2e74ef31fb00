namespace Analyzer.Engines.Programs;

/// <summary>What a program's header says.</summary>
/// <param name="MediaType">Of the program.</param>
/// <param name="Description">For a person.</param>
internal sealed record ProgramFacts(string MediaType, string Description)
{
    /// <summary>In the order of the file; those that overlap the one before are left out.</summary>
    public IReadOnlyList<Section> Sections { get; init; } = [];

    /// <summary>Null when the format has no signatures.</summary>
    public bool? IsSigned { get; init; }

    /// <summary>Bytes of the file that the header accounts for; null when it does not say.</summary>
    public long? End { get; init; }
}

/// <param name="Name">As the header has it.</param>
/// <param name="Offset">Bytes from the start of the file.</param>
/// <param name="Length">Bytes in the file.</param>
internal readonly record struct Section(string Name, long Offset, long Length);
