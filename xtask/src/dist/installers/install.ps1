# Installs tamis @VERSION@ for Windows. Variables:
#   TAMIS_ADDRESS  the folder of the release@ADDRESS_NOTE@
#   TAMIS_PREFIX   where it is installed; %LOCALAPPDATA%\tamis if it is not set
# It writes below this folder, and adds it to the user's PATH.
$ErrorActionPreference = 'Stop'

function Install-Tamis {
    $version = '@VERSION@'
    $address = if ($env:TAMIS_ADDRESS) { $env:TAMIS_ADDRESS } else { '@ADDRESS@' }
    $prefix = if ($env:TAMIS_PREFIX) { $env:TAMIS_PREFIX } else { Join-Path $env:LOCALAPPDATA 'tamis' }
    # Targets, and the SHA-256 of their archives.
    $archives = @{
@ARCHIVES@
    }
    if (-not $address) { throw 'TAMIS_ADDRESS must name the folder of the release' }
    $machine = if ($env:PROCESSOR_ARCHITECTURE -eq 'ARM64') { 'aarch64' } else { 'x86_64' }
    $target = "$machine-pc-windows-msvc"
    # Windows on ARM runs programs for x86-64, too.
    if (-not $archives.ContainsKey($target)) { $target = 'x86_64-pc-windows-msvc' }
    if (-not $archives.ContainsKey($target)) { throw "there is no archive for $target" }
    $name = "tamis-$version-$target"
    $folder = Join-Path ([IO.Path]::GetTempPath()) ([Guid]::NewGuid())
    New-Item -ItemType Directory -Path $folder | Out-Null
    try {
        $archive = Join-Path $folder 'archive.zip'
        (New-Object Net.WebClient).DownloadFile("$address/$name.zip", $archive)
        $hash = (Get-FileHash -Algorithm SHA256 $archive).Hash
        if ($hash -ne $archives[$target]) { throw "$name.zip has another hash" }
        Expand-Archive -Path $archive -DestinationPath $folder
        New-Item -ItemType Directory -Force -Path $prefix | Out-Null
        Copy-Item -Force (Join-Path $folder "$name\tamis.exe") $prefix
        Copy-Item -Force (Join-Path $folder "$name\completions\_tamis.ps1") $prefix
    } finally {
        Remove-Item -Recurse -Force $folder
    }
    $path = [Environment]::GetEnvironmentVariable('Path', 'User')
    if (($path -split ';') -notcontains $prefix) {
        [Environment]::SetEnvironmentVariable('Path', "$path;$prefix", 'User')
    }
    Write-Output "tamis $version ($target) is in $prefix. Open a new terminal to use it."
}

Install-Tamis
