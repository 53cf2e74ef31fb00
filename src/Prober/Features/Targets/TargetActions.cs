using Grpc.Core;
using Hosting.Errors;
using Hosting.Uploads;
using Microsoft.Extensions.Options;
using Prober.Engine.Timelines;
using Prober.Engine.Watching;
using Prober.Features.Alerts;
using Prober.Features.Configuration;
using Prober.Features.History;
using Prober.Features.History.Storage;
using Prober.Features.Quorums;
using Prober.Features.Settings;

namespace Prober.Features.Targets;

/// <summary>
/// People's actions on a target: <c>acknowledge</c>, <c>silence</c> and <c>corrections</c>.
/// </summary>
internal sealed class TargetActions(
    AlertBook alerts, TimelineArchive archive, HistoryKeeper keeper, IOptions<ProberOptions> options, ProbeEngine engine,
    TimeProvider time, QuorumBoard quorum)
{
    internal const int MaxNote = 1000;

    private static readonly ErrorKind ElsewhereTold =
        new("told-elsewhere", "Another prober sends the messages", StatusCodes.Status409Conflict, StatusCode.FailedPrecondition);

    public static IReadOnlyList<string> Names { get; } = ["acknowledge", "silence", "corrections"];

    public static IReadOnlyList<ErrorKind> Kinds { get; } = [ChangeRequest.NotAllowed, ChangeRequest.Unavailable, ElsewhereTold];

    private static readonly ErrorKind NotFound = TargetsEndpoints.NotFound;
    private static readonly ErrorKind InvalidArgument = TargetsEndpoints.InvalidArgument;

    /// <param name="name">The name of a target and an action, with a slash between them.</param>
    public Task<IResult> RunAsync(string kind, string name, HttpContext context, CancellationToken cancellationToken)
    {
        var slash = name.LastIndexOf('/');
        return slash < 0
            ? RunAsync(kind, "", name, context, cancellationToken)
            : RunAsync(kind, TargetsEndpoints.NameOf(name[..slash]), name[(slash + 1)..], context, cancellationToken);
    }

    public async Task<IResult> RunAsync(string kind, string name, string action, HttpContext context, CancellationToken cancellationToken)
    {
        if (ChangeRequest.WhyNot(context, options.Value) is { } refusal)
        {
            return refusal.ToProblem(context);
        }

        var key = new TargetKey(kind, name);
        if (!Names.Contains(action)
            || engine.Find(kind, name) is null)
        {
            return new Error(NotFound, "No target has that kind and name, or the action is not acknowledge, silence or corrections.")
                .ToProblem(context);
        }

        if (action != "corrections" && kind != TargetDefinition.Push && !quorum.Tells)
        {
            var teller = quorum.Definition?.Probers.FirstOrDefault(prober => quorum.Others.Any(other => other.Teller == prober.Name));
            return new Error(ElsewhereTold, teller is null
                ? "No prober of the quorum sends messages now. Try again in some seconds."
                : $"{teller.Name} sends the messages of this quorum. Do that there: {teller.Url.Scheme}://{teller.Url.Authority}/.")
                .ToProblem(context);
        }

        if ((await ChangeRequest.ReadAsync<TargetAction>(context.Request, time)).IsError(out var unread, out var body))
        {
            return unread.ToProblem(context).EndSlowSender(context);
        }

        if (body.Note?.Length > MaxNote)
        {
            return Invalid(context, $"A note has at most {MaxNote} characters.");
        }

        var kept = action switch
        {
            "acknowledge" => alerts.AcknowledgeAsync(key, body.Note ?? ""),
            "silence" => SilenceAsync(key, body),
            _ => CorrectAsync(key, body),
        };
        if (kept is null)
        {
            return Invalid(context, action == "silence"
                ? "'for' has to be a duration, such as 2h; 0s ends a silence."
                : "A correction has to be like {\"from\":\"2026-11-22T00:00:00Z\",\"to\":\"2026-11-22T01:00:00Z\","
                    + "\"state\":\"up\",\"note\":\"why\"}; state is up, down, unknown or maintenance, "
                    + "and 'to' must not be in the future.");
        }

        try
        {
            // Durable before it is acknowledged.
            await kept.WaitAsync(cancellationToken);
            return Results.NoContent();
        }
        catch (HistoryUnavailableException exception)
        {
            return ChangeRequest.NotKept(exception).ToProblem(context);
        }
    }

    private Task? SilenceAsync(TargetKey key, TargetAction body) =>
        GoDuration.Parse(body.For ?? "") is not { } span ? null
        : alerts.SilenceAsync(key, span == TimeSpan.Zero ? 0 : engine.Now + (long)span.TotalMilliseconds, body.Note ?? "");

    private Task? CorrectAsync(TargetKey key, TargetAction body)
    {
        if (body is not { From: { } from, To: { } to, Note.Length: > 0 } || from >= to
            || to.ToUnixTimeMilliseconds() > engine.Now // a mistyped year would set the state of all future time
            || !Enum.TryParse<TargetState>(body.State, ignoreCase: true, out var state)
            || !Enum.IsDefined(state) || int.TryParse(body.State, out _))
        {
            return null;
        }

        return AddAsync(key, new(new(from.ToUnixTimeMilliseconds(), to.ToUnixTimeMilliseconds()), state, body.Note));
    }

    private async Task AddAsync(TargetKey key, Correction correction)
    {
        await keeper.AddAsync(writer => writer.Correct(key, correction, engine.Now));
        archive.Add(key, correction);
    }

    private static IResult Invalid(HttpContext context, string message) => new Error(InvalidArgument, message).ToProblem(context);
}

/// <param name="For">How long a silence lasts: a duration such as <c>2h</c>.</param>
internal sealed record TargetAction(string? Note, string? For, DateTimeOffset? From, DateTimeOffset? To, string? State);
