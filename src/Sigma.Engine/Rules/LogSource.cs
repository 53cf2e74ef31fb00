namespace Sigma.Engine.Rules;

/// <summary>The origin of records; null members are open.</summary>
public sealed record LogSource(string? Product = null, string? Category = null, string? Service = null)
{
    public static LogSource Any { get; } = new();

    /// <summary>Whether all records of the other source are records of this one.</summary>
    public bool Contains(LogSource other) =>
        Contains(Product, other.Product) && Contains(Category, other.Category) && Contains(Service, other.Service);

    /// <summary>Whether no record can belong to both. Open members do not contradict.</summary>
    public bool Contradicts(LogSource other) =>
        Differ(Product, other.Product) || Differ(Category, other.Category) || Differ(Service, other.Service);

    /// <summary>This source, with open members taken from the other.</summary>
    public LogSource Or(LogSource other) => new(Product ?? other.Product, Category ?? other.Category, Service ?? other.Service);

    public override string ToString() => string.Join('/', Product ?? "*", Category ?? "*", Service ?? "*");

    private static bool Contains(string? one, string? other) => one is null || one.Equals(other, StringComparison.OrdinalIgnoreCase);

    private static bool Differ(string? one, string? other) =>
        one is not null && other is not null && !one.Equals(other, StringComparison.OrdinalIgnoreCase);
}
