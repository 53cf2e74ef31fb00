using Hosting.Access;
using Hosting.Web.Api;
using Hosting.Web.Notices;
using Journal.Log.Folders;
using Journal.Log.Writing;

namespace Journal.Features.State;

/// <summary><c>GET /v1/state</c>, for the page.</summary>
internal static class StateEndpoint
{
    private const int ShownSegments = 20;

    public static void MapState(this IEndpointRouteBuilder routes) => routes.MapGet("/v1/state", Read)
        .RequireScope(Scopes.Read).Describe(StateApi.Read);

    private static IResult Read(HttpContext context, JournalWriter writer, JournalFolder folder, NoticeLog notices)
    {
        context.Response.Headers.CacheControl = "no-store";
        var segments = folder.ListSegments().Select(segment => (segment.FirstFrame, File: new FileInfo(segment.Path)))
            .Where(segment => segment.File.Exists) // retention may have removed it meanwhile
            .Select(segment => new SegmentView(
                segment.FirstFrame, segment.File.Length, new DateTimeOffset(segment.File.LastWriteTimeUtc, TimeSpan.Zero)))
            .ToList();
        var losses = writer.Losses;
        return Results.Json(new StateView(
            !writer.IsFailing,
            writer.NextSequence,
            segments.Count,
            segments.Sum(segment => segment.Bytes),
            CheckpointView.Read(folder.Checkpoint),
            new(losses.IsKernelTold ? losses.LostInKernel : null, losses.LostHere, losses.Refused, losses.Missing),
            [.. segments.OrderByDescending(segment => segment.FirstFrame).Take(ShownSegments)],
            notices.Read()));
    }
}
