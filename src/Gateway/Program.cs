using Gateway;
using Hosting;

return await new HostProgram(GatewayApp.Host)
{
    Settings = services => services.AddGatewaySettings(),
    Add = builder => builder.AddGateway(),
    Use = app => app.UseGateway(),
}.RunAsync(args);
