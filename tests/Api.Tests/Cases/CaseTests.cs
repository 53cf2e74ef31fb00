using System.Net;
using Api.Tests.Hosts;

namespace Api.Tests.Cases;

/// <summary>
/// 400 requests of each document, valid and nearly valid, made by chance from a seed: no failure of the host, no status or form that is not
/// documented, no answer that is not as its schema, and no valid request refused.
/// </summary>
public sealed class CaseTests(DescribedHosts hosts)
{
    private const int Cases = 400;
    private const int Seed = 39;

    /// <summary>Bodies whose form is more than a schema can say: the example is one of them.</summary>
    private static readonly string[] Opaque =
    [
        "PostEvents", "PutRule", "TryRule", "ExportLogs", "PushStreams", "PushStreamsV0", "PostGelf", "UploadJournal", "AddCheckpoint",
        "PostEventsEvent", "PostEventsEvent10",
    ];

    /// <summary>What a valid request may meet because of what the host has or knows, and not of its form.</summary>
    private static readonly (string Id, HttpStatusCode Status)[] Expected =
    [
        ("SubmitFile", HttpStatusCode.BadRequest), // a digest of another file
        ("SubmitFileV0", HttpStatusCode.BadRequest),
        ("ListResults", HttpStatusCode.BadRequest), // minScore above maxScore, from after to, a cursor that nobody gave
        ("ReadTimeline", HttpStatusCode.BadRequest), // from after to
        ("CorrectTarget", HttpStatusCode.BadRequest),
        ("PutRule", HttpStatusCode.BadRequest), // the id of the path is not that of the rule
        ("PutRule", HttpStatusCode.Conflict),
        ("PutRule", HttpStatusCode.PreconditionFailed), // put before, and only to be added
        ("DeleteRule", HttpStatusCode.Conflict), // the last one
        ("PushState", HttpStatusCode.Forbidden), // another token
        ("Probe", HttpStatusCode.Forbidden), // not a target
        ("Probe", HttpStatusCode.BadRequest), // not a module of the configuration
        ("OpenIncident", HttpStatusCode.BadRequest), // a title of several lines, or with a tab
        ("AddCheckpoint", HttpStatusCode.BadRequest), // the example is not signed
    ];

    [Theory]
    [MemberData(nameof(DescribedHosts.Names), MemberType = typeof(DescribedHosts))]
    public async Task Requests_OfTheDocument_AreAnsweredAsItSays(string host)
    {
        var document = hosts.Read(host);
        var (calls, schemas, make) = (ApiCall.Of(document), new AnswerSchemas(document), new RequestMaker(new(Seed), document));
        var failures = new Dictionary<string, string>();
        using var http = hosts.Client(host);
        for (var number = 0; number < Cases; number++)
        {
            var call = calls[number % calls.Count];
            var request = CaseRequest.Make(call, make, Opaque.Contains(call.Id), isValid: make.Coin());
            if (request.IsValid && call.Id == "DeleteRule")
            {
                continue; // nothing to find afterwards
            }

            using var message = request.ToMessage();
            using var answer = await http.SendAsync(message, HttpCompletionOption.ResponseHeadersRead,
                TestContext.Current.CancellationToken).Within();
            if (await JudgeAsync(request, answer) is { } failure)
            {
                failures.TryAdd($"{call.Id} {(int)answer.StatusCode} {failure[..Math.Min(failure.Length, 60)]}",
                    $"{failure}\n    case {number}: {request}");
            }
        }

        failures.Values.ShouldBeEmpty(string.Join("\n", failures.Values));

        async Task<string?> JudgeAsync(CaseRequest request, HttpResponseMessage answer)
        {
            var (call, status) = (request.Call, (int)answer.StatusCode);
            if (call.Response(document, status) is not { } response)
            {
                return $"{status} is not documented: {await answer.Content.ReadAsStringAsync(TestContext.Current.CancellationToken)}";
            }

            var type = answer.Content.Headers.ContentType?.MediaType;
            var isStream = type == "text/event-stream";
            var body = isStream ? "" : await answer.Content.ReadAsStringAsync(TestContext.Current.CancellationToken).Within();
            if (status >= 500)
            {
                return $"The host failed: {status} {body}";
            }

            if (request.IsValid && status >= 400 && answer.StatusCode != HttpStatusCode.NotFound
                && !Expected.Contains((call.Id, answer.StatusCode)))
            {
                return $"A valid request was refused: {status} {body}";
            }

            if (body.Length == 0 && !isStream)
            {
                return null;
            }

            return response["content"]?.AsObject() is not { } contents || !contents.ContainsKey(type ?? "")
                ? $"{status} has the type {type}, which is not documented"
                : type!.EndsWith("json", StringComparison.Ordinal) && schemas.Check(contents[type]!["schema"]!, body) is { } wrong
                    ? $"{status} is not as its schema: {wrong}\n    {body[..Math.Min(body.Length, 300)]}" : null;
        }
    }
}
