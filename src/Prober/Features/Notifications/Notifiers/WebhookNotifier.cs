using System.Net.Http.Headers;
using System.Text.Json;
using Hosting.Outgoing;
using Prober.Engine.Limits;

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
        DefaultRequestHeaders = { { "User-Agent", UserAgent.OfThisProgram } },
    };

    public string ContentType { get; init; } = "application/json";

    public bool KeepsAlerts { get; init; }

    /// <summary>The address of one request, for services that want it signed.</summary>
    public Func<Uri, Uri> Sign { get; init; } = address => address;

    /// <summary>Signs the request itself, for services that want that.</summary>
    public Action<HttpRequestMessage, byte[]> Prepare { get; init; } = (_, _) => { };

    /// <summary>
    /// Whether an answer with a good status means failure, for services that say so in its JSON; null for no such service.
    /// </summary>
    public Func<JsonElement, bool>? HasFailed { get; init; }

    public async Task<string?> SendAsync(Notice notice, string id, CancellationToken cancellationToken)
    {
        var body = format(notice, id);
        using var request = new HttpRequestMessage(HttpMethod.Post, Sign(address)) { Content = new ByteArrayContent(body) };
        request.Content.Headers.ContentType = MediaTypeHeaderValue.Parse(ContentType);
        request.Headers.Add("Idempotency-Key", id);
        foreach (var (name, value) in headers)
        {
            if (!request.Headers.TryAddWithoutValidation(name, value))
            {
                request.Content.Headers.Remove(name);
                request.Content.Headers.TryAddWithoutValidation(name, value);
            }
        }

        Prepare(request, body);
        WebhookAnswer answer;
        try
        {
            using var response = await Client.SendAsync(request, HttpCompletionOption.ResponseHeadersRead, cancellationToken);
            if (IsTaken((int)response.StatusCode) && HasFailed is null)
            {
                return null; // whatever its body does
            }

            answer = await WebhookAnswer.ReadAsync(response, cancellationToken);
        }
        catch (HttpRequestException exception)
        {
            throw new NotificationException($"The receiver cannot be reached: {Reason(exception)}", exception);
        }
        catch (IOException exception)
        {
            throw new NotificationException("The receiver's answer broke off.", exception);
        }

        if (!IsTaken(answer.Status))
        {
            throw new NotificationException($"The receiver answered {answer.Status}{Words(answer, request)}")
            {
                RetryAfter = answer.RetryAfter,
            };
        }

        Check(answer, request);
        return null;
    }

    private bool IsTaken(int status) => successStatus is { } wanted ? status == wanted : status is >= 200 and <= 299;

    /// <exception cref="NotificationException">The answer says that the message was not taken.</exception>
    private void Check(WebhookAnswer answer, HttpRequestMessage request)
    {
        try
        {
            using var json = JsonDocument.Parse(answer.Bytes);
            if (HasFailed!(json.RootElement))
            {
                throw new NotificationException($"The receiver did not take it{Words(answer, request)}")
                {
                    RetryAfter = answer.RetryAfter,
                };
            }
        }
        catch (Exception exception) when (exception is JsonException or InvalidOperationException or KeyNotFoundException)
        {
            throw new NotificationException("The receiver's answer is not the JSON that its service promises.", exception);
        }
    }

    /// <summary>Servers may repeat the address or a header of the request.</summary>
    private string Words(WebhookAnswer answer, HttpRequestMessage request) => answer.Words(
    [
        request.RequestUri!.AbsoluteUri, request.RequestUri.PathAndQuery, request.RequestUri.AbsolutePath,
        Uri.UnescapeDataString(request.RequestUri.PathAndQuery), Uri.UnescapeDataString(request.RequestUri.AbsolutePath),
        .. headers.Select(header => header.Value),
    ]);

    /// <summary>The exception's message may contain the address.</summary>
    private static string Reason(HttpRequestException exception) => exception switch
    {
        _ when OwnLimits.UsedUp(exception) is { } usedUp => usedUp,
        { HttpRequestError: HttpRequestError.NameResolutionError } => "its name cannot be resolved.",
        { HttpRequestError: HttpRequestError.ConnectionError } => "it does not accept connections.",
        { HttpRequestError: HttpRequestError.SecureConnectionError } => "the TLS handshake failed.",
        _ => $"{exception.HttpRequestError}.",
    };
}
