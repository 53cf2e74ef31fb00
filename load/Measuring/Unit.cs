namespace Load.Measuring;

/// <summary>The unit in which a case's work is counted.</summary>
/// <param name="Name">Such as <c>request</c>.</param>
/// <param name="Symbol">The unit's short form, for the head of a column.</param>
internal sealed record Unit(string Name, string Symbol)
{
    public static Unit Request { get; } = new("request", "req");
}
