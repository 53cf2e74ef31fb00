using System.Net.Http.Headers;

namespace Prober.Features.Notifications.Notifiers;

/// <summary>Posts JSON to an address, with the message's id as <c>Idempotency-Key</c>.</summary>
/// <param name="address">The address; some services' addresses are secret, so no error shows it.</param>
/// <param name="successStatus">The only status that means success; null for 200 to 299.</param>
/// <param name="format">Makes the body of a message and its id.</param>
internal sealed class WebhookNotifier(
    Uri address, IReadOnlyList<KeyValuePair<string, string>> headers, int? successStatus, Func<Notice, string, byte[]> format) : INotifier
{
    private static readonly HttpClient Client = new(new SocketsHttpHandler
    {
        AllowAutoRedirect = false,
        PooledConnectionLifetime = TimeSpan.FromMinutes(5),
    })
    {
        Timeout = Timeout.InfiniteTimeSpan, // each call has its own
    };

    public async Task<string?> SendAsync(Notice notice, string id, CancellationToken cancellationToken)
    {
        using var request = new HttpRequestMessage(HttpMethod.Post, address) { Content = new ByteArrayContent(format(notice, id)) };
        request.Content.Headers.ContentType = new MediaTypeHeaderValue("application/json");
        request.Headers.Add("Idempotency-Key", id);
        foreach (var (name, value) in headers)
        {
            if (!request.Headers.TryAddWithoutValidation(name, value))
            {
                request.Content.Headers.Remove(name);
                request.Content.Headers.TryAddWithoutValidation(name, value);
            }
        }

        int status;
        try
        {
            using var response = await Client.SendAsync(request, HttpCompletionOption.ResponseHeadersRead, cancellationToken);
            status = (int)response.StatusCode;
        }
        catch (HttpRequestException exception)
        {
            throw new NotificationException($"The receiver cannot be reached: {Reason(exception.HttpRequestError)}.", exception);
        }

        if (successStatus is { } wanted ? status != wanted : status is < 200 or > 299)
        {
            throw new NotificationException($"The receiver answered {status}.");
        }

        return null;
    }

    /// <summary>The exception's message may contain the address.</summary>
    private static string Reason(HttpRequestError error) => error switch
    {
        HttpRequestError.NameResolutionError => "its name cannot be resolved",
        HttpRequestError.ConnectionError => "it does not accept connections",
        HttpRequestError.SecureConnectionError => "the TLS handshake failed",
        _ => $"{error}",
    };
}
