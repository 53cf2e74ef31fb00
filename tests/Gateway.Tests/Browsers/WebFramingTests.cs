using System.Net;
using System.Net.Http.Headers;
using System.Text;
using Gateway.Tests.Routing;

namespace Gateway.Tests.Browsers;

/// <summary>gRPC-Web byte for byte, and what pages of other sites may do.</summary>
public sealed class WebFramingTests
{
    private const string Page = "https://app.example.org";
    private const string Path = "/acme.v1.Orders/Get";

    /// <summary>An empty message.</summary>
    private static readonly byte[] Message = new byte[5];

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(null)]
    [InlineData(5L)] // it does not count the frame of trailers
    public async Task Call_Binary_EndsWithTrailersInAFrame(long? length)
    {
        await using var backend = await PlainBackend.StartAsync(context =>
        {
            context.Response.ContentLength = length;
            return PlainBackend.AnswerAsync(context);
        });
        await using var gateway = await StartAsync(backend);

        using var response = await PostAsync(gateway, "application/grpc-web+proto", Message);

        response.Content.Headers.ContentType!.MediaType.ShouldBe("application/grpc-web");
        var body = await response.Content.ReadAsByteArrayAsync(Token);
        body[..5].ShouldBe(Message);
        body[5].ShouldBe((byte)0x80);
        Encoding.ASCII.GetString(body[10..]).ShouldBe("grpc-status: 0\r\n");
    }

    /// <summary>With a frame of no trailers behind it, some clients take the status of the headers for none.</summary>
    [Fact]
    public async Task Call_RefusedWithoutAMessage_HasItsStatusInTheHeadersAndNoBody()
    {
        await using var backend = await PlainBackend.StartAsync(
            context => PlainBackend.EndAsync(context, 9, ("grpc-message", "no"), ("why", "so")));
        await using var gateway = await StartAsync(backend);

        using var response = await PostAsync(gateway, "application/grpc-web+proto", Message);

        response.StatusCode.ShouldBe(HttpStatusCode.OK);
        response.Headers.GetValues("grpc-status").ShouldBe(["9"]);
        response.Headers.GetValues("why").ShouldBe(["so"]);
        (await response.Content.ReadAsByteArrayAsync(Token)).ShouldBeEmpty();
    }

    [Theory]
    [InlineData("AAAAAAA=")]
    [InlineData("AA==AA==AA==AA==AA==", false)] // each byte padded by itself
    [InlineData("AAAA\nAAA=", false)]
    [InlineData("AAAAAA", false)] // no padding
    [InlineData("!!!!", false)]
    [InlineData("AAAAAAI=", false)] // a message of two bytes that never come
    public async Task Call_Text_IsAnsweredOrRefusedAndNeverWaits(string request, bool isValid = true)
    {
        await using var backend = await PlainBackend.StartAsync(async context =>
        {
            using var body = new MemoryStream();
            await context.Request.Body.CopyToAsync(body);
            await (body.ToArray().SequenceEqual(Message) ? PlainBackend.AnswerAsync(context) : PlainBackend.EndAsync(context, 3));
        });
        await using var gateway = await StartAsync(backend);

        using var response = await PostAsync(gateway, "application/grpc-web-text", Encoding.ASCII.GetBytes(request));

        var isAnswered = response.StatusCode == HttpStatusCode.OK
            && !response.Headers.TryGetValues("grpc-status", out _)
            && (await response.Content.ReadAsStringAsync(Token)).StartsWith("AAAA", StringComparison.Ordinal);
        isAnswered.ShouldBe(isValid);
    }

    [Theory]
    [InlineData("!!!!")]
    [InlineData("AAAA!AAA")]
    public async Task Call_TextThatIsNotBase64_IsTheClientsFault(string request)
    {
        await using var backend = await PlainBackend.StartAsync(async context =>
        {
            await context.Request.Body.CopyToAsync(Stream.Null);
            await PlainBackend.AnswerAsync(context);
        });
        await using var gateway = await StartAsync(backend);

        using var response = await PostAsync(gateway, "application/grpc-web-text", Encoding.ASCII.GetBytes(request));

        response.Headers.GetValues("grpc-status").ShouldBe(["3"]);
        response.Headers.GetValues("grpc-message").Single().ShouldContain("base64");
        gateway.Log.Records.ShouldNotContain(record => record.Message.Contains("gave no answer"));
    }

    /// <summary>An analyzer on loopback would refuse the page, which the gateway knows.</summary>
    [Theory]
    [InlineData("Routes:orders:Set=orders", $"{Page} cross-site")]
    [InlineData("Routes:orders:Set=default", " ")]
    [InlineData("Routes:orders:Match=acme.v1.Others", " ")]
    public async Task Call_OfAPage_TellsItsOriginToOtherServicesOnly(string setting, string expected)
    {
        string? told = null;
        await using var backend = await PlainBackend.StartAsync(context =>
        {
            told = $"{context.Request.Headers.Origin} {context.Request.Headers["sec-fetch-site"]}";
            return PlainBackend.AnswerAsync(context);
        });
        await using var gateway = await StartAsync(backend, $"CorsOrigins={Page}", $"Backends={backend.Address}", setting);
        await gateway.UntilServingAsync(2);

        using var response = await PostAsync(gateway, "application/grpc-web", Message, Page);

        told.ShouldBe(expected);
    }

    [Fact]
    public async Task Call_WithoutAKey_IsRefusedInTheFormOfItsClient()
    {
        using var keys = new ClientKeys();
        keys.Add("one", ["admin"]);
        await using var backend = await PlainBackend.StartAsync(PlainBackend.AnswerAsync);
        await using var gateway = await StartAsync(backend, $"Keys={keys.File}");

        using var response = await PostAsync(gateway, "application/grpc-web+proto", Message);

        response.Content.Headers.ContentType!.MediaType.ShouldBe("application/grpc-web+proto");
        response.Headers.GetValues("grpc-status").ShouldBe(["16"]);
    }

    [Fact]
    public async Task Call_WithoutTheSetting_IsRefusedAsAnUnknownMethod()
    {
        await using var backend = await PlainBackend.StartAsync(PlainBackend.AnswerAsync);
        await using var gateway = await StartAsync(backend, "GrpcWeb=false");

        using var response = await PostAsync(gateway, "application/grpc-web+proto", Message);

        response.IsSuccessStatusCode.ShouldBeFalse();
    }

    [Theory]
    [InlineData(Page, true)]
    [InlineData("https://APP.example.org", true)]
    [InlineData("https://evil.example.org", false)]
    [InlineData("http://app.example.org", false)]
    [InlineData("null", false)]
    public async Task Preflight_OfAPage_IsAllowedForNamedOriginsOnly(string origin, bool isAllowed)
    {
        await using var backend = await PlainBackend.StartAsync(PlainBackend.AnswerAsync);
        await using var gateway = await StartAsync(backend, $"CorsOrigins={Page}");
        using var http = new HttpClient { BaseAddress = gateway.Http1 };
        using var preflight = new HttpRequestMessage(HttpMethod.Options, Path);
        preflight.Headers.Add("Origin", origin);
        preflight.Headers.Add("Access-Control-Request-Method", "POST");
        preflight.Headers.Add("Access-Control-Request-Headers", "authorization,content-type,x-grpc-web,x-user-agent,who");

        using var answer = await http.SendAsync(preflight, Token).Within();

        answer.Headers.Contains("Access-Control-Allow-Origin").ShouldBe(isAllowed);
        if (isAllowed)
        {
            answer.Headers.GetValues("Access-Control-Allow-Headers").Single().ShouldContain("who");
        }
    }

    [Theory]
    [InlineData(Page, true)]
    [InlineData("https://evil.example.org", false)]
    public async Task Call_OfAPage_IsAnsweredForNamedOriginsOnly(string origin, bool isAllowed)
    {
        var calls = 0;
        await using var backend = await PlainBackend.StartAsync(context =>
        {
            calls++;
            return PlainBackend.AnswerAsync(context);
        });
        await using var gateway = await StartAsync(backend, $"CorsOrigins={Page}");

        using var response = await PostAsync(gateway, "application/grpc-web", Message, origin);

        calls.ShouldBe(isAllowed ? 1 : 0);
        if (isAllowed)
        {
            response.Headers.GetValues("Access-Control-Allow-Origin").ShouldBe([origin]);
            response.Headers.GetValues("Access-Control-Expose-Headers").ShouldBe(["*"]);
        }
    }

    private static Task<GatewayHost> StartAsync(PlainBackend backend, params string[] settings) => GatewayHost.StartAsync(
        [],
        [
            $"Sets:orders:Backends={backend.Address}", "Routes:orders:Match=acme.v1.Orders", "Routes:orders:Set=orders",
            .. settings.Any(setting => setting.StartsWith("GrpcWeb", StringComparison.Ordinal)) ? (string[])[] : ["GrpcWeb=true"],
            .. settings,
        ]);

    private static async Task<HttpResponseMessage> PostAsync(GatewayHost gateway, string type, byte[] body, string? origin = null)
    {
        using var http = new HttpClient { BaseAddress = gateway.Http1 };
        using var request = new HttpRequestMessage(HttpMethod.Post, Path) { Content = new ByteArrayContent(body) };
        request.Content.Headers.ContentType = new MediaTypeHeaderValue(type);
        request.Headers.Add("Accept", type);
        if (origin is not null)
        {
            request.Headers.Add("Origin", origin);
            request.Headers.Add("Sec-Fetch-Site", "cross-site");
        }

        return await http.SendAsync(request, Token).Within();
    }
}
