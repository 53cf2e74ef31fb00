using Load.Statistics;
using Load.Systems.Analyzer.Operations;

namespace Load.Systems.Analyzer.Suites;

/// <summary>The words that rows are asked for with, on the command line and in scenarios.</summary>
internal static class RowWords
{
    public const long DefaultSize = 1_000_000;

    /// <summary>For messages.</summary>
    public const string Sizes =
        "sizes from 1KB to 1GB with at most one decimal in their row's name, such as 3MB or 1.5MB (not 1.25MB, nor 1250KB)";

    private const long MinSize = 1000;
    private const long MaxSize = 1_000_000_000;

    private static readonly Operation[] Operations =
    [
        Operation.LookUp, Operation.KnownFile, Operation.Named, Operation.Unknown, Operation.Asked, Operation.Declined, Operation.Empty,
        Operation.NullUpload,
    ];

    /// <summary>The kinds of requests.</summary>
    public static string Kinds { get; } = string.Join(", ", Operations.Select(operation => operation.Name));

    /// <returns>Null for what is no kind of request.</returns>
    public static Operation? OperationOf(string text) =>
        Operations.FirstOrDefault(operation => operation.Name.Equals(text, StringComparison.OrdinalIgnoreCase));

    /// <returns>Bytes; null for what is no size, or none of those.</returns>
    public static long? SizeOf(string text) =>
        Format.TryParseBytes(text, out var bytes) && bytes is >= MinSize and <= MaxSize && IsTold(bytes) ? bytes : null;

    /// <summary>Rows are told apart by their names, which have one decimal: two sizes of one name would be one row.</summary>
    private static bool IsTold(long bytes) => Format.TryParseBytes(Format.Bytes(bytes), out var told) && told == bytes;
}
