using System.Net;
using System.Text;
using Hosting.Audit;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Logging;

namespace Hosting.Tests.Audit;

/// <summary>The answers that the sink accepts. A real journal behind a host is in Journal.Tests.</summary>
public sealed class AuditJournalTests
{
    private static readonly AuditRecord[] Records =
    [
        .. Enumerable.Range(0, 2).Select(i => new AuditRecord(DateTimeOffset.UnixEpoch, "hello", $"action-{i}", AuditRecord.Ok)),
    ];

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Write_ToAJournal_SendsALineForEachWithTheKey()
    {
        var (body, key) = ("", "");
        await using var server = await ServeAsync(async context =>
        {
            body = await new StreamReader(context.Request.Body).ReadToEndAsync(Token);
            key = context.Request.Headers.Authorization.ToString();
            await context.Response.WriteAsync("""{"first":0,"count":2,"frame":1}""", Token);
        });
        using var journal = new AuditJournal(new(server.Urls.Single()), new() { Key = "id.secret" });

        await journal.WriteAsync(Records, Token).Within();

        key.ShouldBe("Bearer id.secret");
        body.ShouldBe(string.Concat(Records.Select(record => Encoding.UTF8.GetString(record.ToLine()) + "\n")));
    }

    [Theory]
    [InlineData(200, """{"first":0,"count":1,"frame":1}""")] // not all of them
    [InlineData(200, "welcome")] // no journal
    [InlineData(200, "[]")]
    [InlineData(401, """{"count":2}""")]
    [InlineData(307, "")]
    public async Task Write_AnswerOfNoJournal_IsAFailure(int status, string answer)
    {
        await using var server = await ServeAsync(async context =>
        {
            context.Response.StatusCode = status;
            await context.Response.WriteAsync(answer, Token);
        });
        using var journal = new AuditJournal(new(server.Urls.Single()), new());

        var failure = await Should.ThrowAsync<IOException>(() => journal.WriteAsync(Records, Token).Within());

        failure.Message.ShouldBe($"The journal answered {status}: {answer}");
    }

    [Fact]
    public async Task Write_AnswerInACharsetThatNobodyKnows_IsAFailure()
    {
        await using var server = await ServeAsync(async context =>
        {
            context.Response.StatusCode = 502;
            context.Response.ContentType = "text/html; charset=klingon";
            await context.Response.WriteAsync("away", Token);
        });
        using var journal = new AuditJournal(new(server.Urls.Single()), new());

        (await Should.ThrowAsync<IOException>(() => journal.WriteAsync(Records, Token).Within()))
            .Message.ShouldBe("The journal answered 502: away");
    }

    [Fact]
    public async Task Write_NobodyListens_IsAFailure()
    {
        using var journal = new AuditJournal(new($"http://127.0.0.1:{LoopbackPort.FindFree()}"), new());

        await Should.ThrowAsync<IOException>(() => journal.WriteAsync(Records, Token).Within());
    }

    private static async Task<WebApplication> ServeAsync(RequestDelegate answer)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls($"http://{IPAddress.Loopback}:0");
        var app = builder.Build();
        app.MapPost("/v1/lines", answer);
        await app.StartAsync(Token).Within();
        return app;
    }
}
