namespace Hosting.Access;

/// <summary>The origins of pages on other sites that may call a host from a browser, if its settings name some.</summary>
/// <param name="names">As browsers send them in <c>Origin</c>; <c>*</c> stands for all.</param>
public sealed class KnownOrigins(IEnumerable<string> names)
{
    private readonly HashSet<string> _names = new(names, StringComparer.OrdinalIgnoreCase);

    public bool IsEmpty => _names.Count == 0;

    public bool Has(string origin) => _names.Contains("*") || _names.Contains(origin);
}
