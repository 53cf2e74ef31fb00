using System.Net;
using System.Net.Http.Headers;
using System.Text;
using System.Text.Json;
using Prober.Features.Configuration;

namespace Prober.Features.Probing.Modules;

/// <summary>Tokens for the client that a module names in <c>oauth2</c> (RFC 6749, 4.4), each kept until shortly before its end.</summary>
/// <param name="form">What the request has beside the client, such as <c>scope</c>.</param>
internal sealed class ClientTokens(Uri server, string client, string secret, IReadOnlyList<KeyValuePair<string, string>> form)
{
    private const int MaxAnswer = 64 * 1024;

    /// <summary>How long a token is kept when its server does not say when it ends.</summary>
    private static readonly TimeSpan Unnamed = TimeSpan.FromMinutes(1);

    /// <summary>How long before its end a token is no longer shown.</summary>
    private static readonly TimeSpan Margin = TimeSpan.FromSeconds(10);

    private static readonly HttpClient Http = new(new SocketsHttpHandler { UseProxy = false, AllowAutoRedirect = false })
    {
        MaxResponseContentBufferSize = MaxAnswer,
    };

    private Kept? _kept;

    public static ClientTokens? Read(ConfigSection http)
    {
        if (http.Map("oauth2") is not { } oauth)
        {
            return null;
        }

        var client = oauth.Required("client_id", "prober");
        var secret = ModuleHeaders.TextOrFile(oauth, "client_secret", "client_secret_file") ?? "";
        var server = oauth.Address("token_url", oauth.Required("token_url", "https://login.example.com/token"), "https", "http");
        var scopes = string.Join(' ', oauth.Texts("scopes"));
        List<KeyValuePair<string, string>> form =
        [
            new("grant_type", "client_credentials"),
            .. scopes.Length > 0 ? [KeyValuePair.Create("scope", scopes)] : Array.Empty<KeyValuePair<string, string>>(),
            .. oauth.Pairs("endpoint_params"),
        ];
        ModuleReader.Refuse(oauth, "tls_config", "proxy_url", "proxy_from_environment", "no_proxy", "proxy_connect_header");
        oauth.End();
        return server is null ? null : new(server, client, secret, form);
    }

    /// <summary>Two probes at once may both ask.</summary>
    /// <returns>The token, or why there is none.</returns>
    public async Task<(string? Token, string Problem)> GetAsync(TimeProvider time, CancellationToken cancellationToken)
    {
        if (_kept is { } kept && time.GetTimestamp() < kept.End)
        {
            return (kept.Token, "");
        }

        try
        {
            // Either way to name the client is allowed; a server that knows only the second refuses the first.
            using var first = await AskAsync(inForm: false, cancellationToken);
            using var answer = first.IsSuccessStatusCode ? first : await AskAsync(inForm: true, cancellationToken);
            if (!answer.IsSuccessStatusCode)
            {
                return (null, $"{server.Host} answers {(int)answer.StatusCode}");
            }

            using var document = JsonDocument.Parse(await answer.Content.ReadAsStringAsync(cancellationToken));
            var token = document.RootElement.GetProperty("access_token").GetString() ?? "";
            var left = document.RootElement.TryGetProperty("expires_in", out var seconds) && seconds.TryGetInt32(out var number)
                ? TimeSpan.FromSeconds(number) - Margin : Unnamed;
            _kept = new(token, time.GetTimestamp() + (long)(left.TotalSeconds * time.TimestampFrequency));
            return (token, "");
        }
        catch (Exception exception)
            when (exception is HttpRequestException or JsonException or KeyNotFoundException or InvalidOperationException)
        {
            return (null, $"{server.Host} gives none: {exception.Message.TrimEnd('.')}");
        }
    }

    private Task<HttpResponseMessage> AskAsync(bool inForm, CancellationToken cancellationToken)
    {
        KeyValuePair<string, string>[] own = inForm ? [new("client_id", client), new("client_secret", secret)] : [];
        var request = new HttpRequestMessage(HttpMethod.Post, server) { Content = new FormUrlEncodedContent([.. form, .. own]) };
        if (!inForm)
        {
            var login = $"{WebUtility.UrlEncode(client)}:{WebUtility.UrlEncode(secret)}";
            request.Headers.Authorization = new AuthenticationHeaderValue("Basic", Convert.ToBase64String(Encoding.UTF8.GetBytes(login)));
        }

        return Http.SendAsync(request, cancellationToken);
    }

    private sealed record Kept(string Token, long End);
}
