using Load.Machine;

namespace Load.Measuring;

/// <summary>Rows that a person asks for by lists of values: every combination is one.</summary>
internal static class AskedRows
{
    private const int MaxRows = 200;

    /// <param name="suite">That was asked.</param>
    /// <param name="rows">In their order.</param>
    /// <exception cref="LabException">There are too many.</exception>
    public static IReadOnlyList<Case> Of(string suite, IEnumerable<Case> rows) => rows.ToArray() is var all && all.Length <= MaxRows
        ? all : throw new LabException($"run {suite}: that is {all.Length} rows; it measures {MaxRows} at once.");
}
