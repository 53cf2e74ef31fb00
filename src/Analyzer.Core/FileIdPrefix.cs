using System.Diagnostics.CodeAnalysis;

namespace Analyzer.Core;

/// <summary>The first digits of a <see cref="FileId"/>: 1 to 64 hex digits, kept in lower case.</summary>
public sealed record FileIdPrefix
{
    private FileIdPrefix(string hex) => Hex = hex;

    public string Hex { get; }

    /// <summary>The lowest id that begins so.</summary>
    public FileId First => Fill('0');

    /// <summary>The highest id that begins so.</summary>
    public FileId Last => Fill('f');

    /// <summary>Takes digits of either case; anything else is refused.</summary>
    public static bool TryParse([NotNullWhen(true)] string? hex, [NotNullWhen(true)] out FileIdPrefix? prefix)
    {
        var valid = hex is { Length: >= 1 and <= FileId.HexLength } && hex.All(char.IsAsciiHexDigit);
        prefix = valid ? new(hex!.ToLowerInvariant()) : null;
        return valid;
    }

    public override string ToString() => Hex;

    private FileId Fill(char digit)
    {
        _ = FileId.TryParse(Hex.PadRight(FileId.HexLength, digit), out var id);
        return id;
    }
}
