namespace Sigma.Engine.Rules;

/// <summary>Where records come from; what is null is open.</summary>
public sealed record LogSource(string? Product = null, string? Category = null, string? Service = null)
{
    public static LogSource Any { get; } = new();

    /// <summary>Whether all records of the other are records of this one.</summary>
    public bool Contains(LogSource other) =>
        Contains(Product, other.Product) && Contains(Category, other.Category) && Contains(Service, other.Service);

    /// <summary>Whether no record can be of both. What either leaves open does not contradict.</summary>
    public bool Contradicts(LogSource other) =>
        Differ(Product, other.Product) || Differ(Category, other.Category) || Differ(Service, other.Service);

    /// <summary>This one, and of the other what is open here.</summary>
    public LogSource Or(LogSource other) => new(Product ?? other.Product, Category ?? other.Category, Service ?? other.Service);

    public override string ToString() => string.Join('/', Product ?? "*", Category ?? "*", Service ?? "*");

    private static bool Contains(string? one, string? other) => one is null || one.Equals(other, StringComparison.OrdinalIgnoreCase);

    private static bool Differ(string? one, string? other) =>
        one is not null && other is not null && !one.Equals(other, StringComparison.OrdinalIgnoreCase);
}
