using System.Diagnostics;
using Grpc.Core;
using Hosting.Access;
using Hosting.Errors;
using Hosting.Listeners;
using Hosting.Settings;
using Hosting.Tests.Hello.V1;
using Hosting.Tracing;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;
using Rpc = Hosting.Tests.Hello.V1.Hello;

namespace Hosting.Tests.Hello;

/// <summary>A whole host: REST, gRPC, metrics, health, settings, and one error kind of its own.</summary>
internal static class HelloApp
{
    public static ErrorKind Shy { get; } = new("shy", "Nobody has that name", StatusCodes.Status403Forbidden, StatusCode.PermissionDenied);

    public static HostDescription Host { get; } = new("hello", "Hello", "Greets people.", typeof(HelloApp).Assembly);

    public static void AddHelloSettings(this IServiceCollection services) => services.AddHostSettings(Host)
        .AddListeners(Listener.Http1("HttpPort", 7080), Listener.Http2("GrpcPort", 7081), Listener.Tls("TlsPort", 7443))
        .AddHostOptions<HelloOptions>("Manners");

    public static void AddHello(this WebApplicationBuilder builder)
    {
        builder.AddHost();
        builder.Services.AddGrpcEdge();
        builder.Services.AddCalls<HelloOperation, HelloOutcome>(new ActivitySource("Hello"), [Shy], exception => null);
        builder.Services.AddSingleton<Greeter>();
    }

    public static void UseHello(this WebApplication app)
    {
        app.UseHost();
        app.MapHost();
        app.MapGrpcEdge();
        app.MapGrpcService<HelloService>().RequireScopes(_ => Scopes.Read);
        app.MapGet("/hello/{name}", async (string name, HttpContext context, Greeter greeter) =>
            (await greeter.GreetAsync(name, context.Request.RestTransport())).IsError(out var error, out var text)
                ? error.ToProblem(context)
                : Results.Text(text)).RequireScope(Scopes.Read);
        app.MapPost("/hello", async (HttpContext context) =>
        {
            using var letter = new MemoryStream();
            await context.Request.Body.CopyToAsync(letter, context.RequestAborted);
            return letter.Length > 0 ? Results.Text($"{letter.Length}") : Results.BadRequest();
        }).RequireScope(Scopes.Submit);
    }
}

internal sealed class Greeter(IOptions<HelloOptions> options, Calls<HelloOperation, HelloOutcome> calls)
{
    public ValueTask<Result<string>> GreetAsync(string name, TransportKind transport) => calls.ObserveAsync(
        HelloOperation.Greet, transport, name, (name, _) => ValueTask.FromResult(Greet(name)), _ => HelloOutcome.Greeted);

    private Result<string> Greet(string name) =>
        name == "nobody" ? new Error(HelloApp.Shy, "Tell your name.") : $"{options.Value.Word} {name}";
}

internal sealed class HelloService(Greeter greeter) : Rpc.HelloBase
{
    public override async Task<GreetResponse> Greet(GreetRequest request, ServerCallContext context) =>
        (await greeter.GreetAsync(request.Name, TransportKind.Grpc)).Answer(context, text => new GreetResponse { Text = text });
}
