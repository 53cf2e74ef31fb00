namespace Load.Comparing;

/// <param name="Field">Of <c>summary.json</c>.</param>
/// <param name="Before">Its value in the first run.</param>
/// <param name="After">In the second.</param>
internal sealed record Difference(string Field, string Before, string After)
{
    public override string ToString() => $"{Field}: {Before} against {After}";
}
