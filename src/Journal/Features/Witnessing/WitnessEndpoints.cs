using System.Globalization;
using Hosting.Errors;
using Hosting.Uploads;
using Hosting.Web.Api;
using Journal.Features.Doors;
using Journal.Features.Http;
using Journal.Log.Witnessing;

namespace Journal.Features.Witnessing;

/// <summary>
/// <c>POST /add-checkpoint</c> (C2SP tlog-witness), and <c>GET /witnessed/ID</c>: the last checkpoint of a log that was signed here, so
/// that verifiers of that log need not ask the log itself. Requests carry signatures, so no key is needed.
/// </summary>
internal static class WitnessEndpoints
{
    private const string Text = "text/plain; charset=utf-8";
    private const string SizeText = "text/x.tlog.size";
    private static readonly TimeSpan RetryAfter = TimeSpan.FromSeconds(1);

    public static void MapWitness(this IEndpointRouteBuilder routes)
    {
        routes.MapPost("/add-checkpoint", AddAsync).AllowAnonymous().Describe(ProofsApi.AddCheckpoint);
        routes.MapGet("/witnessed/{log}", Last).AllowAnonymous().Describe(ProofsApi.Witnessed);
    }

    private static IResult Last(HttpContext context, string log, WitnessDesk desk)
    {
        if (desk.Last(log) is not { } note)
        {
            return new Error(WitnessErrors.UnknownLog, "No checkpoint of this log was signed here. The name is the SHA-256 of its origin.")
                .ToProblem(context);
        }

        context.Response.Headers.CacheControl = "no-store";
        return Results.Bytes(note.ToBytes(), Text);
    }

    private static async Task<IResult> AddAsync(HttpContext context, WitnessDesk desk, TimeProvider time)
    {
        using var body = new GrowingBody(CheckpointOffer.MaxBytes);
        if (await body.ReadAsync(context.Request, time) is { } unread)
        {
            return unread.ToProblem(context).EndSlowSender(context);
        }

        try
        {
            var offer = CheckpointOffer.Parse(body.Bytes.Span);
            return Answer(context, await desk.AnswerAsync(offer, context.RequestAborted));
        }
        catch (InvalidDataException malformed)
        {
            return new Error(WitnessErrors.Malformed, malformed.Message).ToProblem(context);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return Unavailable(context, "The checkpoint could not be written to the disk, so it was not signed.");
        }
        catch (TimeoutException)
        {
            return Unavailable(context, "Too many checkpoints are being checked.");
        }
    }

    private static IResult Answer(HttpContext context, WitnessAnswer answer) => answer.Verdict switch
    {
        WitnessVerdict.Cosigned => Results.Text($"{answer.Cosignature}\n", Text),
        WitnessVerdict.OtherSize or WitnessVerdict.Fork => Results.Text(
            string.Create(CultureInfo.InvariantCulture, $"{answer.Size}\n"), SizeText, statusCode: StatusCodes.Status409Conflict),
        WitnessVerdict.UnknownLog => new Error(
            WitnessErrors.UnknownLog, "This journal is not a witness of that log: Journal:Witness:Logs does not have its key.")
            .ToProblem(context),
        WitnessVerdict.NotSigned => new Error(
            WitnessErrors.NotSigned, "The checkpoint is not signed by a key of its log that is known here.").ToProblem(context),
        WitnessVerdict.NotConsistent => new Error(
            WitnessErrors.NotConsistent,
            $"The proof does not show that the tree begins with the {answer.Size} frames that were signed here.").ToProblem(context),
        _ => new Error(WitnessErrors.Malformed, "The old size is larger than the new one.").ToProblem(context),
    };

    private static IResult Unavailable(HttpContext context, string detail) =>
        new Error(JournalErrors.StoreUnavailable, $"{detail} Try again later.", RetryAfter).ToProblem(context);
}
