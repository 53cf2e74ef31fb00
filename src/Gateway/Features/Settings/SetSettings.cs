namespace Gateway.Features.Settings;

/// <summary>A named set of backends, for services that are not the analyzer's.</summary>
internal sealed class SetSettings
{
    /// <summary>Addresses of the backends, in the form of <c>Gateway:Backends</c>.</summary>
    [BackendAddresses]
    public string Backends { get; set => field = value ?? ""; } = "";

    /// <summary>The key that the gateway shows to these backends, in <c>authorization: Bearer</c>. Default none.</summary>
    public string? Key { get; set; }
}
