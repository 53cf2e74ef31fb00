namespace Sigma.Engine.Rules;

/// <summary>The origin of records; null members are open.</summary>
public sealed record LogSource(string? Product = null, string? Category = null, string? Service = null)
{
    public static LogSource Any { get; } = new();

    /// <summary>Whether all records of the other source are records of this one.</summary>
    public bool Contains(LogSource other) =>
        Contains(Product, other.Product) && Contains(Category, other.Category) && Contains(Service, other.Service);

    public override string ToString() => string.Join('/', Product ?? "*", Category ?? "*", Service ?? "*");

    private static bool Contains(string? one, string? other) => one is null || one.Equals(other, StringComparison.OrdinalIgnoreCase);
}
