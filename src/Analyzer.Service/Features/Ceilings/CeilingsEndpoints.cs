using System.IO.Pipelines;
using System.Security.Cryptography;
using Analyzer.Core;
using Analyzer.Service.Features.Submit;
using Microsoft.Extensions.Options;

namespace Analyzer.Service.Features.Ceilings;

/// <summary>Endpoints that do less than the real ones, step by step: what remains is what a step costs.</summary>
internal static class CeilingsEndpoints
{
    public static void MapCeilings(this WebApplication app)
    {
        var options = CeilingsOptions.From(app.Configuration);
        if (!options.Enabled)
        {
            return;
        }

        // No store, no argument: the ceiling of a look-up.
        app.MapGet("/ceilings/empty", () => TypedResults.Text("ok")).ExcludeFromDescription();

        app.MapGet("/ceilings/process", () => TypedResults.Json(ProcessCounters.Read())).ExcludeFromDescription();
        app.MapGet("/ceilings/build", (IOptions<AnalyzerOptions> analyzer) => TypedResults.Json(BuildFacts.Of(analyzer.Value))).ExcludeFromDescription();
        if (options.WatchPool)
        {
            var watch = new PoolWatch(app.Services.GetRequiredService<TimeProvider>(), app.Lifetime.ApplicationStopping);
            app.Lifetime.ApplicationStarted.Register(watch.Start);
            app.MapGet("/ceilings/pool", () => TypedResults.Json(watch.Take())).ExcludeFromDescription();
        }

        var analyses = app.Services.GetRequiredService<AnalysisPool>();
        Task<long> Analyze(PipeReader reader) => AnalyzeAsync(reader, analyses);

        app.MapPost("/ceilings/null", context => AnswerAsync(context, NullAsync)).ExcludeFromDescription();
        app.MapPost("/ceilings/hash", context => AnswerAsync(context, HashAsync)).ExcludeFromDescription();
        app.MapPost("/ceilings/analysis", context => AnswerAsync(context, Analyze)).ExcludeFromDescription();
        app.MapPost("/ceilings/save", async (int count, IReportStore store) =>
            TypedResults.Json(new { size = count, ticks = await StoreBurst.RunAsync(store, count) })).ExcludeFromDescription();
        app.MapGrpcService<CeilingsGrpcService>();
    }

    private static async Task AnswerAsync(HttpContext context, Func<PipeReader, Task<long>> work)
    {
        var size = await work(context.Request.BodyReader);
        await context.Response.WriteAsJsonAsync(new { size }, context.RequestAborted);
    }

    private static Task<long> NullAsync(PipeReader reader) => ReadAsync(reader, static _ => { });

    private static async Task<long> HashAsync(PipeReader reader)
    {
        using var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        var size = await ReadAsync(reader, segment => hash.AppendData(segment));
        hash.GetHashAndReset();
        return size;
    }

    private static async Task<long> AnalyzeAsync(PipeReader reader, AnalysisPool analyses)
    {
        using var lease = analyses.Rent();
        await ReadAsync(reader, lease.Analysis.Append);
        return lease.Analysis.Complete(DateTimeOffset.UnixEpoch, TimeSpan.Zero).Size;
    }

    private static async Task<long> ReadAsync(PipeReader reader, Action<ReadOnlySpan<byte>> work)
    {
        for (var size = 0L; ;)
        {
            var read = await reader.ReadAsync();
            foreach (var segment in read.Buffer)
            {
                work(segment.Span);
            }

            size += read.Buffer.Length;
            reader.AdvanceTo(read.Buffer.End);
            if (read.IsCompleted)
            {
                return size;
            }
        }
    }
}
