namespace Hosting.Access;

/// <summary>The rights of a client. No scope includes another.</summary>
[Flags]
public enum Scopes
{
    None = 0,

    /// <summary>Send something to be stored.</summary>
    Submit = 1,

    /// <summary>Read what is stored, and the description of the interface.</summary>
    Read = 2,

    /// <summary>Change and delete.</summary>
    Admin = 4,

    /// <summary>Read <c>/metrics</c>.</summary>
    Metrics = 8,
}

/// <summary>Converts scopes from and to their text: <c>submit,read</c>.</summary>
public static class ScopeNames
{
    public static IReadOnlyList<string> All { get; } = ["submit", "read", "admin", "metrics"];

    /// <returns>False when a name is not in <see cref="All"/>, or there is none.</returns>
    public static bool TryParse(IEnumerable<string?> names, out Scopes scopes)
    {
        scopes = Scopes.None;
        foreach (var name in names)
        {
            var index = All.ToList().FindIndex(known => known.Equals(name?.Trim(), StringComparison.OrdinalIgnoreCase));
            if (index < 0)
            {
                return false;
            }

            scopes |= (Scopes)(1 << index);
        }

        return scopes != Scopes.None;
    }

    public static IReadOnlyList<string> Of(Scopes scopes) => [.. All.Where((_, i) => scopes.HasFlag((Scopes)(1 << i)))];
}
