namespace Load.Systems.Analyzer.Transports;

/// <summary>Shows a key with each request.</summary>
internal sealed class KeyHandler : DelegatingHandler
{
    private readonly string _key;

    private KeyHandler(string key, HttpMessageHandler inner)
        : base(inner) => _key = key;

    /// <returns>The handler itself where there is no key.</returns>
    public static HttpMessageHandler Before(HttpMessageHandler inner, string? key) => key is null ? inner : new KeyHandler(key, inner);

    protected override Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
    {
        request.Headers.TryAddWithoutValidation("x-api-key", _key);
        return base.SendAsync(request, cancellationToken);
    }
}
