using System.Collections.Frozen;
using Gateway.Features.Settings;
using Hosting.Access;

namespace Gateway.Features.Routing;

/// <summary>A route, ready for use.</summary>
/// <param name="Name">As in the settings.</param>
/// <param name="Prefix">Of the paths.</param>
/// <param name="Set">The name of its set of backends.</param>
/// <param name="Scope">The scope that a client needs; none: no key is needed.</param>
internal sealed record CallRoute(string Name, string Prefix, string Set, Scopes Scope)
{
    /// <summary>It leads to <c>Gateway:Backends</c>.</summary>
    public bool IsToAnalyzers { get; } = GatewayOptions.IsDefaultSet(Set);

    /// <summary>The names of the clients that may call; null for all.</summary>
    public FrozenSet<string>? Clients { get; private init; }

    /// <summary>The longest time of a call; null for any.</summary>
    public TimeSpan? Timeout { get; private init; }

    /// <summary>Bytes of each message of a request; null for any.</summary>
    public int? MaxRequestMessageBytes { get; private init; }

    /// <summary>Null when nothing is repeated.</summary>
    public RetryPolicy? Retry { get; private init; }

    /// <param name="name">As in the settings.</param>
    /// <param name="settings">Valid.</param>
    public static CallRoute Of(string name, RouteSettings settings) => new(
        name,
        RoutePrefix.Of(settings.Match)!,
        settings.Set,
        ScopeNames.TryParse([settings.Scope], out var scope) ? scope : Scopes.None)
    {
        Clients = settings.Clients is { Length: > 0 } clients
            ? clients.Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries).ToFrozenSet() : null,
        Timeout = settings.Timeout,
        MaxRequestMessageBytes = settings.MaxRequestMessageBytes,
        Retry = RetryPolicy.Of(settings.RetryPolicy),
    };
}
