using System.Collections.Concurrent;
using System.Net;
using Gateway.Tests.Versions.V1;
using Google.Protobuf;
using Grpc.Core;
using Hosting.Errors;
using Hosting.Settings;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Rpc = Gateway.Tests.Versions.V1.Analyzer;

namespace Gateway.Tests.Versions;

/// <summary>An analyzer by the contract of <c>newer.proto</c>.</summary>
internal sealed class NewerAnalyzer : IAsyncDisposable
{
    public const string Json = """{"sha256":"00","verdict":"harmless","lineage":{"parents":["11","22"]}}""";

    /// <summary>Unknown to the gateway, status and all.</summary>
    public static readonly ErrorKind Quarantined = new("quarantined", "The file is in quarantine", 451, StatusCode.FailedPrecondition)
    {
        Type = "https://analyzer.example/quarantined",
    };

    private readonly WebApplication _app;

    private NewerAnalyzer(WebApplication app) => _app = app;

    public Uri Address => new(_app.Urls.Single());

    /// <summary>The metadata of the last call of each method that concerns a file.</summary>
    public ConcurrentDictionary<string, Metadata> Calls { get; } = new();

    /// <param name="forms">In which it gives reports; none: as today's, and in one that the gateway does not know.</param>
    public static async Task<NewerAnalyzer> StartAsync(params int[] forms)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.ConfigureKestrel(kestrel =>
            kestrel.Listen(IPAddress.Loopback, 0, port => port.Protocols = HttpProtocols.Http2));
        builder.Services.AddGrpc();
        builder.Services.AddSingleton(new HostDescription("analyzer", "Analyzer", "A newer one.", typeof(NewerAnalyzer).Assembly));
        builder.Services.AddSingleton(new DescribeResponse
        {
            Version = "9.0.0",
            Engine = "99",
            Store = "s",
            Forms = { forms is [] ? [1, 7] : forms },
            Region = "north",
        });
        NewerAnalyzer? analyzer = null;
        builder.Services.AddSingleton(_ => analyzer!);
        var app = builder.Build();
        app.MapGrpcService<Service>();
        analyzer = new NewerAnalyzer(app);
        await app.StartAsync(TestContext.Current.CancellationToken).Within();
        return analyzer;
    }

    public async ValueTask DisposeAsync()
    {
        await _app.StopAsync(CancellationToken.None).Within();
        await _app.DisposeAsync().Within();
    }

    private sealed class Service(NewerAnalyzer analyzer, DescribeResponse description) : Rpc.AnalyzerBase
    {
        public override async Task<SubmitFileResponse> SubmitFile(
            IAsyncStreamReader<SubmitFileRequest> requestStream, ServerCallContext context)
        {
            analyzer.Calls[nameof(SubmitFile)] = context.RequestHeaders;
            while (await requestStream.MoveNext(context.CancellationToken))
            {
            }

            return new SubmitFileResponse { Report = Report("upload"), Sha256 = "00", Queue = "fast" };
        }

        public override Task<AnalysisReport> AnalyzeResult(AnalyzeResultRequest request, ServerCallContext context)
        {
            analyzer.Calls[nameof(AnalyzeResult)] = context.RequestHeaders;
            return Task.FromResult(request.Sha256 == "quarantined"
                ? new Error(Quarantined, "Ask the keeper.").Refuse(context, new AnalysisReport())
                : Report(request.Purpose));
        }

        public override Task<DescribeResponse> Describe(DescribeRequest request, ServerCallContext context) =>
            Task.FromResult(description);

        public override Task<CompareResponse> Compare(CompareRequest request, ServerCallContext context) =>
            Task.FromResult(new CompareResponse { Same = request.Left == request.Right });

        private static AnalysisReport Report(string purpose) => new() { Json = ByteString.CopyFromUtf8(Json), Purpose = purpose };
    }
}
