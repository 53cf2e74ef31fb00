using System.Net;

namespace Load.Measuring;

/// <summary>Asks a service over HTTP, through a client of .NET's.</summary>
/// <param name="http">To the service; the caller's.</param>
/// <param name="request">Makes a request from its number.</param>
/// <param name="faultOf">Says in a few words why the body of an answer is wrong; null for a right one.</param>
internal sealed class ServiceClient(HttpClient http, Func<long, HttpRequestMessage> request, Func<byte[], string?> faultOf) : IClient
{
    private HttpRequestMessage? _request;
    private RequestAssessment _failure;
    private byte[]? _answer;

    public void Prepare(long ordinal)
    {
        _request?.Dispose();
        (_request, _failure, _answer) = (request(ordinal), RequestAssessment.Ok, null);
    }

    public async Task SendAsync(CancellationToken deadline)
    {
        try
        {
            using var response = await http.SendAsync(_request!, deadline);
            if (response.StatusCode == HttpStatusCode.OK)
            {
                _answer = await response.Content.ReadAsByteArrayAsync(deadline);
            }
            else
            {
                _failure = new(Outcome.Failed, $"answered with {(int)response.StatusCode}");
            }
        }
        catch (OperationCanceledException)
        {
            _failure = new(Outcome.TimedOut, "not answered in time");
        }
        catch (HttpRequestException exception)
        {
            _failure = new(Outcome.Failed, $"{exception.HttpRequestError}");
        }
    }

    public RequestAssessment Check() =>
        _answer is null ? _failure
        : faultOf(_answer) is { } fault ? new(Outcome.Wrong, fault)
        : RequestAssessment.Ok;

    /// <summary>The connections are everybody's.</summary>
    public void Dispose() => _request?.Dispose();
}
