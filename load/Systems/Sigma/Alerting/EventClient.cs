using System.Net;
using System.Text.Json.Nodes;
using Load.Measuring;

namespace Load.Systems.Sigma.Alerting;

/// <summary>Posts records; the answer says that the sink has their alerts.</summary>
/// <param name="http">To sigma.</param>
/// <param name="body">A record a line.</param>
/// <param name="alerts">How many alerts they make.</param>
internal sealed class EventClient(HttpClient http, byte[] body, int alerts) : IClient
{
    private static readonly Uri Path = new("/v1/events", UriKind.Relative);

    private RequestAssessment _failure;
    private byte[]? _answer;

    public void Prepare(long ordinal) => (_failure, _answer) = (RequestAssessment.Ok, null);

    public async Task SendAsync(CancellationToken deadline)
    {
        try
        {
            using var content = new ByteArrayContent(body);
            using var response = await http.PostAsync(Path, content, deadline);
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
        : (int?)JsonNode.Parse(_answer)?["alerts"] == alerts ? RequestAssessment.Ok
        : new(Outcome.Wrong, $"other than {alerts} alerts");

    public void Dispose()
    {
        // The connections are everybody's.
    }
}
