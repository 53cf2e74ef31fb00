namespace Analyzer.Engines.Rar;

/// <summary>One of the two formats that are called RAR: blocks with headers, and data behind some of them.</summary>
internal interface IRarFormat
{
    int SignatureLength { get; }

    /// <returns>How long the header is, or how many bytes are needed to say that.</returns>
    long LengthOf(ReadOnlySpan<byte> start);

    RarBlock Parse(ReadOnlySpan<byte> header);
}

/// <summary>What a block's header says.</summary>
internal sealed record RarBlock
{
    public long DataLength { get; init; }

    public string Name { get; init; } = "";

    public bool IsFile { get; init; }

    public bool IsFolder { get; init; }

    public bool IsEncrypted { get; init; }

    /// <summary>Without compression.</summary>
    public bool IsStored { get; init; }

    /// <summary>Begins or goes on in another file.</summary>
    public bool IsSplit { get; init; }

    /// <summary>Something about a file, such as a second stream of it.</summary>
    public bool IsService { get; init; }

    public bool IsEnd { get; init; }

    /// <summary>All headers behind this one are encrypted.</summary>
    public bool HidesHeaders { get; init; }
}
