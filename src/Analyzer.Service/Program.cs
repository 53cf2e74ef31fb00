using Analyzer.Service;

var builder = WebApplication.CreateBuilder(args);
builder.AddAnalyzer();

var app = builder.Build();
app.UseAnalyzer();
await app.RunAsync();
