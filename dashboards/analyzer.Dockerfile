# The analyzer alone, built from this repository: docker build -f dashboards/analyzer.Dockerfile ..
FROM mcr.microsoft.com/dotnet/sdk:10.0.401 AS build
WORKDIR /source
COPY . .
RUN dotnet publish src/Analyzer.Service --output /app

FROM mcr.microsoft.com/dotnet/aspnet:10.0.12
WORKDIR /app
COPY --from=build /app .
# Not root, and the one folder that it writes to.
RUN mkdir /data && chown $APP_UID /data
USER $APP_UID
VOLUME /data
ENV Analyzer__DataDirectory=/data
ENTRYPOINT ["dotnet", "analyzer.dll"]
